package dev.berth.app.embedded;

import dev.berth.answers.ExampleItem;
import dev.berth.apiserver.ApiServerOptions;
import dev.berth.apiserver.EmbeddedApiServer;
import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.tree.Path;
import dev.berth.dashboard.DashboardEndpoint;
import dev.berth.dashboard.ListAccess;
import dev.berth.dashboard.QuestionEndpoint;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.Log;
import dev.berth.engine.view.EngineProgress;
import dev.berth.kubeclient.SemaphoreSleeper;
import dev.berth.kubeclient.Sleeper;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.serving.ClientLimits;
import dev.berth.serving.LoopbackServer;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.sim.SimCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.time.TimerQueue;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A complete cluster in one process, on real time: control plane, controllers, kubelets, a
/// scheduler, and the API over HTTPS.
///
/// ```java
/// try (var cluster = EmbeddedCluster.builder().scheduler(Engine.builder().profile(profile)).start()) {
///     Files.writeString(file, cluster.api().kubeconfig());
/// }
/// ```
public final class EmbeddedCluster implements AutoCloseable {
    private static final int A_STEP = 1_024;
    private static final int MAX_BYTES = 3 << 20;
    // The first cluster IP of services.
    private static final String OWN_ADDRESS = "10.96.0.1";
    // Events expire even if nothing else happens.
    private static final Duration MAX_REST = Duration.ofMinutes(1);
    private static final String SCHEDULING = "scheduling";
    private static final Duration STOP = Duration.ofMillis(1_500);

    private final SystemClock clock = new SystemClock();
    private final Signal changes = new Signal();
    private final TimerQueue timeline = new TimerQueue(clock, changes::raise);
    private final SimCluster cluster;
    private final boolean still;
    private final ClusterLink link;
    private final @Nullable Engine engine;
    private final Thread pump;
    private final @Nullable QuestionEndpoint questions;
    private final EmbeddedApiServer api;
    private final @Nullable LoopbackServer page;
    private final Log log;
    private final Thread heartbeat;
    private volatile boolean filled;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable String hang;

    private EmbeddedCluster(Builder wanted) throws IOException {
        log = wanted.log;
        cluster = new SimCluster(clock, timeline, wanted.seed, changes::raise);
        still = wanted.still;
        if (!still) {
            cluster.controlled(wanted.log);
        }
        link = cluster.link();
        engine =
                wanted.scheduler == null
                        ? null
                        : wanted.scheduler
                                .api(link)
                                .clock(clock)
                                .seed(wanted.seed)
                                .log(wanted.log)
                                .build();
        questions =
                engine == null
                        ? null
                        : QuestionEndpoint.start(
                                new EngineScheduler(engine, Optional::empty),
                                wanted.about,
                                EmbeddedDashboard.context(Thread.ofVirtual().factory()));
        pump = Thread.ofPlatform().name("cluster").daemon(true).unstarted(this::pump);
        heartbeat =
                Thread.ofVirtual().unstarted(() -> watchSchedulingThread(wanted.heartbeatPauses));
        try {
            if (engine != null) {
                link.watching(engine.reads()).deliverTo(engine::post);
                engine.start(
                        Thread.ofPlatform()
                                .daemon(true)
                                .uncaughtExceptionHandler((_, e) ->
                                        log.error(
                                                e,
                                                "The scheduling thread has failed; no more pods are"
                                                        + " scheduled"))
                                .factory());
                heartbeat.start();
            }
            pump.start();
            cluster.create(ownService());
            wanted.filling.accept(cluster);
            filled = true;
            changes.raise();
            api =
                    EmbeddedApiServer.start(
                            still
                                    ? new Api(cluster.store())
                                    : new Api(cluster.store()).withNodeLeases(),
                            ApiServerOptions.of(clock, Thread.ofVirtual().factory())
                                    .at(InetAddress.ofLiteral("127.0.0.1"), wanted.port)
                                    .beside(this::asked)
                                    .with(wanted.log.problemsOnly()));
            page = openedPage(wanted);
        } catch (IOException | RuntimeException e) {
            stop();
            throw e;
        }
    }

    /// If the dashboard cannot start, the cluster does not start, and its API is closed.
    private @Nullable LoopbackServer openedPage(Builder wanted) throws IOException {
        if (wanted.pagePort < 0 || questions == null) {
            return null;
        }
        try {
            return page(wanted, questions);
        } catch (IOException | RuntimeException e) {
            api.close();
            throw e;
        }
    }

    private LoopbackServer page(Builder wanted, QuestionEndpoint asked) throws IOException {
        var listener =
                new DashboardEndpoint(
                        asked,
                        call -> api.knows(call) ? Optional.of(ListAccess.ALL) : Optional.empty(),
                        Optional.of(api.endpoint()),
                        EmbeddedDashboard::session,
                        System::nanoTime);
        return LoopbackServer.start(
                wanted.pagePort,
                listener,
                ClientLimits.DEFAULTS.withMaxBody(MAX_BYTES),
                Thread.ofVirtual().factory(),
                wanted.log.problemsOnly());
    }

    /// Every authenticated user may ask all questions.
    private ServerResponse asked(ServerRequest call) throws InterruptedException {
        return questions == null || !call.path().startsWith(QuestionEndpoint.ROOT)
                ? QuestionEndpoint.error(
                        ServerResponse.NOT_FOUND,
                        questions == null
                                ? "this cluster has no scheduler of its own"
                                : "there is no " + call.path())
                : questions.answer(call, ListAccess.ALL);
    }

    /// The service through which pods find the API, as in every cluster.
    private static Json.Obj ownService() {
        Json.Obj port =
                Json.Obj.EMPTY
                        .with("name", "https")
                        .with("port", 443)
                        .with("protocol", "TCP")
                        .with("targetPort", 443);
        return Path.of("metadata", "labels")
                .set(
                        ObjectTemplates.named(Kind.SERVICE, "default", "kubernetes"),
                        Json.Obj.EMPTY
                                .with("component", "apiserver")
                                .with("provider", "kubernetes"))
                .with(
                        "spec",
                        Json.Obj.EMPTY
                                .with("type", "ClusterIP")
                                .with("clusterIP", OWN_ADDRESS)
                                .with("clusterIPs", Json.arr(Json.of(OWN_ADDRESS)))
                                .with("ports", Json.arr(port))
                                .with("sessionAffinity", "None"));
    }

    public static Builder builder() {
        return new Builder();
    }

    public Store store() {
        return cluster.store();
    }

    /// The scheduler, if the cluster has its own.
    public Optional<Engine> scheduler() {
        return Optional.ofNullable(engine);
    }

    public EmbeddedApiServer api() {
        return api;
    }

    /// The address of the dashboard with its token; empty if there is none.
    public Optional<String> page() {
        return Optional.ofNullable(page)
                .map(served ->
                        "http://127.0.0.1:%d/?token=%s".formatted(served.port(), api.token()));
    }

    /// The bug that stopped the control plane or the scheduler, if there is one.
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure)
                .or(() -> engine == null ? Optional.empty() : engine.failure());
    }

    /// Where the scheduling thread hangs, if it does.
    public Optional<String> hang() {
        return Optional.ofNullable(hang);
    }

    private void watchSchedulingThread(Sleeper pauses) {
        try {
            new Heartbeat(
                            () -> engine == null ? Optional.empty() : engine.progress(),
                            pauses,
                            this::hung)
                    .run();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void hung(EngineProgress seen) {
        String where = "the scheduling thread hangs" + Heartbeat.where(seen);
        log.error(null, "No more pods are scheduled", "err", where, "uid", seen.podUid());
        Thread.getAllStackTraces()
                .forEach((thread, stack) -> {
                    if (thread.getName().equals(SCHEDULING)) {
                        for (StackTraceElement frame : stack) {
                            log.error(null, "    at " + frame);
                        }
                    }
                });
        hang = where;
    }

    /// Delivers changes between store, kubelets, controllers and scheduler.
    private void pump() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                int scheduled = engine == null ? 0 : link.pump(A_STEP);
                // Controllers start later: otherwise a controller would create pods that the
                // workload is about to create.
                int lived = still || !filled ? 0 : cluster.pump(A_STEP);
                if (timeline.fire() + lived + scheduled == 0) {
                    long due = timeline.nextNanos().orElse(Long.MAX_VALUE);
                    changes.await(Math.min(due - clock.nowNanos(), MAX_REST.toNanos()));
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure = e;
            log.error(e, "The embedded cluster has stopped");
        }
    }

    @Override
    public void close() {
        try {
            if (questions != null) {
                questions.close();
            }
            if (page != null) {
                page.close();
            }
            api.close();
        } finally {
            stop();
        }
    }

    private void stop() {
        if (questions != null) {
            questions.close();
        }
        pump.interrupt();
        heartbeat.interrupt();
        try {
            if (pump.isAlive()) {
                pump.join(STOP);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        if (engine != null) {
            engine.close();
        }
        link.close();
    }

    /// Configures a cluster.
    public static final class Builder {
        private long seed = 1;
        private int port;
        private Engine.@Nullable Builder scheduler;
        private Consumer<SimCluster> filling = cluster -> {};
        private Log log = Log.NONE;
        private boolean still;
        private Sleeper heartbeatPauses = new SemaphoreSleeper();
        private int pagePort = -1;
        private QuestionEndpoint.About about =
                new QuestionEndpoint.About("embedded", "", true, List.of());

        private Builder() {}

        /// The seed for UIDs, generated names and random tie breaks.
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /// The port of the API on 127.0.0.1; 0 for a free port.
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /// The scheduler, without its connection to the cluster. Without a scheduler, pods stay
        /// pending until a client of the API schedules them.
        public Builder scheduler(Engine.Builder scheduler) {
            this.scheduler = scheduler;
            return this;
        }

        /// Creates the initial objects, before the API is served.
        public Builder filledBy(Consumer<SimCluster> filling) {
            this.filling = filling;
            return this;
        }

        /// The pauses of the thread that watches the scheduling thread.
        Builder heartbeatPauses(Sleeper pauses) {
            this.heartbeatPauses = pauses;
            return this;
        }

        /// Starts neither controllers nor kubelets.
        public Builder still() {
            this.still = true;
            return this;
        }

        /// Serves the dashboard on 127.0.0.1.
        ///
        /// @param port 0 for a free port
        /// @param version the version that the dashboard shows
        /// @param examples manifests that the dashboard offers
        public Builder page(int port, String version, List<ExampleItem> examples) {
            pagePort = port;
            about = new QuestionEndpoint.About("embedded", version, true, examples);
            return this;
        }

        public Builder log(Log log) {
            this.log = log;
            return this;
        }

        /// @throws IOException if a port is not available
        public EmbeddedCluster start() throws IOException {
            return new EmbeddedCluster(this);
        }
    }
}
