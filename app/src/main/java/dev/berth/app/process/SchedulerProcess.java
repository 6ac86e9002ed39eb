package dev.berth.app.process;

import dev.berth.app.cli.Signals;
import dev.berth.app.embedded.Engines;
import dev.berth.app.embedded.Heartbeat;
import dev.berth.config.Configuration;
import dev.berth.config.Settings;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.Tracer;
import dev.berth.engine.view.EngineProgress;
import dev.berth.kube.event.EventRecorder;
import dev.berth.kube.event.EventSender;
import dev.berth.kube.lease.DeferredPodsAnnotation;
import dev.berth.kube.lease.ElectionListener;
import dev.berth.kube.lease.LeaderElection;
import dev.berth.kube.lease.LeaseSettings;
import dev.berth.kube.lease.LeaseWatch;
import dev.berth.kube.reflector.ReflectorListener;
import dev.berth.kube.write.WriteGate;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.InCluster;
import dev.berth.kubeclient.SemaphoreSleeper;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.SendGuard;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.manifest.YamlText;
import dev.berth.model.Kind;
import dev.berth.observe.log.Logs;
import dev.berth.observe.metrics.Metrics;
import dev.berth.observe.tracing.TraceCounts;
import dev.berth.observe.tracing.Tracing;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.IntConsumer;

/// The scheduler of a real cluster as a process: it reads objects, takes part in the leader
/// election, schedules while it leads, serves its endpoints, and shuts down in order.
///
/// The thread that starts it runs the election, or waits for the end if there is none. At the end,
/// the process first stops to schedule and to send, then waits for pending responses, then releases
/// the lease, so that its successor finds all writes done. Events may follow after that.
public final class SchedulerProcess {
    private static final int EVENTS_AT_ONCE = 16;
    private static final long LAST_WRITES_NANOS = Duration.ofMillis(1_500).toNanos();
    private static final Duration LAST_RESORT = Duration.ofSeconds(5);
    private static final Duration LAST_SPANS = Duration.ofSeconds(1);
    private static final long LAST_EVENTS_NANOS = Duration.ofSeconds(1).toNanos();

    private final ProcessOptions options;
    private final Settings settings;
    private final Logs log;
    private final SystemClock clock = new SystemClock();
    private final Sleeper pause = Thread::sleep;
    private final SplittableRandom random = new SplittableRandom();
    private final FatalExit fatalExit;

    /// Threads whose failure ends the process, and threads whose failure does not.
    private final ThreadFactory threads;

    private final ThreadFactory backgroundThreads = Thread.ofVirtual().factory();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final IntConsumer halt;
    private final Leadership leadership = new Leadership(clock);
    private final Optional<Tracing> tracing;
    private final Metrics metrics;
    private final ApiServerClient server;
    private final EventSender events;
    private final ClusterScheduler scheduler;
    private final Heartbeat heartbeat;
    private final Optional<ConfigurationReloads> reloads;
    private volatile @Nullable LeaderElection election;

    /// The UID of the pod during whose attempt the scheduling thread hangs.
    private volatile Optional<String> hungPod = Optional.empty();

    /// @param engines creates an engine with its profiles, given the check that bindings by
    ///   extenders pass before they are sent
    /// @throws IllegalArgumentException if the connection to the API server is configured wrongly
    public SchedulerProcess(
            Function<SendGuard, Engine.Builder> engines, ProcessOptions options, Logs log) {
        this(engines, options, log, Thread::sleep, Runtime.getRuntime()::halt);
    }

    /// @param pauses the pauses of the heartbeat
    /// @param halt ends the process at once with this exit code
    SchedulerProcess(
            Function<SendGuard, Engine.Builder> engines,
            ProcessOptions options,
            Logs log,
            Sleeper pauses,
            IntConsumer halt) {
        this.options = options;
        this.log = log;
        this.halt = halt;
        fatalExit = new FatalExit(log, this::stop, this::haltLater, halt);
        threads = Thread.ofVirtual().uncaughtExceptionHandler(fatalExit).factory();
        Configuration configuration = options.configuration();
        settings = configuration.settings();
        Settings.ClientConnection connection = settings.clientConnection();
        Wiring.checkContentType(connection.contentType(), log);
        Function<Kind, WireFormat> formats =
                Wiring.formats(connection.contentType(), configuration.extenders());
        String host = Host.name(options.environment());
        var recorder =
                new EventRecorder(
                        clock,
                        random.split(),
                        host,
                        connection.contentType().equals(ApiRequest.PROTOBUF),
                        log.of(EventRecorder.class));
        tracing =
                options.tracing()
                        .map(wanted ->
                                new Tracing(
                                        wanted,
                                        options.release(),
                                        random.split(),
                                        clock,
                                        SystemClock::ticks,
                                        log.of(Tracing.class)));
        metrics =
                Telemetry.metrics(
                        options,
                        log::lostLines,
                        recorder::dropped,
                        () -> tracing.map(Tracing::counts).orElse(TraceCounts.NONE));
        server =
                server(
                        Wiring.access(
                                connection.kubeconfig(), options.master(), options.environment()));
        events =
                new EventSender(
                        recorder,
                        client(),
                        formats.apply(Kind.POD),
                        clock,
                        EVENTS_AT_ONCE,
                        threads);
        var gate = new WriteGate(leadership::mayWrite);
        scheduler =
                new ClusterScheduler(
                        engines.apply(gate)
                                .maxUnschedulable(options.maxUnschedulable())
                                .log(log)
                                .meter(metrics.meter())
                                .tracer(tracing.map(Tracing::tracer).orElse(Tracer.NONE))
                                .seed(random.nextLong()),
                        new ClusterScheduler.Parts(
                                client(),
                                formats,
                                clock,
                                SemaphoreSleeper::new,
                                random.split(),
                                gate,
                                events::accept,
                                new FeedLog()),
                        threads);
        reloads = options.reload().map(each -> reloads(each, gate));
        heartbeat = new Heartbeat(scheduler::progress, pauses, this::hung);
    }

    private ConfigurationReloads reloads(ReloadOptions reload, SendGuard gate) {
        return new ConfigurationReloads(
                reload,
                options.configuration(),
                next -> {
                    Set<Kind> reads = Engines.reads(next);
                    return scheduler.reload(Engines.reloadable(next, gate), reads);
                },
                this::reportReload,
                metrics.berth(),
                clock,
                log);
    }

    /// The event is about the Lease, like the events of leader election: a scheduler does not know
    /// its own pod.
    private void reportReload(String reason, String type, String note) {
        LeaderElection elected = election;
        if (elected != null) {
            elected.report(reason, type, note);
        }
    }

    private String userAgent() {
        return "kube-scheduler/%s (berth) kubernetes/scheduler".formatted(options.release());
    }

    private ApiServerClient server(Access access) {
        var made =
                new ApiServerClient(
                        access,
                        userAgent(),
                        System::nanoTime,
                        Instant::now,
                        pause,
                        backgroundThreads);
        made.check();
        return made;
    }

    /// Each client has its own rate limit, as in kube-scheduler.
    private ApiClient client() {
        Settings.ClientConnection connection = settings.clientConnection();
        return server.client(connection.qps(), connection.burst(), metrics.client());
    }

    /// The client for reviews of requests to this process; inside a pod, the API server of the
    /// cluster is the default.
    ///
    /// @param purpose as in the name of the flag for its kubeconfig
    private Optional<ApiClient> reviewer(String kubeconfig, String purpose) {
        try {
            Optional<Access> access =
                    kubeconfig.isEmpty()
                            ? InCluster.find(options.environment(), InCluster.ACCOUNT)
                            : Optional.of(Wiring.access(kubeconfig, "", options.environment()));
            return access.map(this::server).map(made -> made.client(0, 0, metrics.client()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "failed to get delegated %s kubeconfig: %s".formatted(purpose, e.getMessage()),
                    e);
        }
    }

    /// Runs until the process is stopped or loses its lease; returns the exit code.
    ///
    /// @throws IOException if a port is not available
    public int run() throws IOException, InterruptedException {
        log.info(
                0,
                "Starting Kubernetes Scheduler",
                "version",
                options.release(),
                "program",
                "berth");
        log.info(
                2,
                "Using component config",
                "config",
                YamlText.of(options.configuration().written()));
        options.plugins()
                .forEach(plugin ->
                        log.info(
                                0,
                                "Loaded plugin",
                                "plugin",
                                plugin.name(),
                                "version",
                                plugin.version(),
                                "source",
                                plugin.source(),
                                "sha256",
                                plugin.digest()));
        boolean received = Signals.handle(this::stop, this::dump);
        if (!received || !options.environment().containsKey("_JAVA_SR_SIGNUM")) {
            log.warn("SIGUSR2 cannot be handled; start the JVM with _JAVA_SR_SIGNUM=35");
        }
        reloads.ifPresent(each ->
                Signals.on(
                        "HUP", () -> backgroundThreads.newThread(() -> reloadNow(each)).start()));
        return runUntilStopped();
    }

    private static void reloadNow(ConfigurationReloads reloads) {
        try {
            reloads.check(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watchConfiguration(ConfigurationReloads watched) {
        try {
            watched.run(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stops the process in order. Any thread may call it.
    void stop() {
        stop.countDown();
    }

    /// After a failure, the process ends within this time, whatever happens.
    private void haltLater() {
        Thread.ofPlatform()
                .daemon()
                .name("halt")
                .start(() -> {
                    try {
                        pause.atMost(LAST_RESORT);
                        log.close();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        halt.accept(FatalExit.FAILED);
                    }
                });
    }

    int runUntilStopped() throws IOException, InterruptedException {
        scheduler.start(Thread.ofPlatform().daemon().uncaughtExceptionHandler(fatalExit).factory());
        threads.newThread(this::watchSchedulingThread).start();
        @Nullable LeaderElection elected =
                settings.leaderElection().leaderElect() ? election() : null;
        if (elected != null) {
            leadership.decidedBy(elected);
        }
        election = elected;
        reloads.ifPresent(each -> threads.newThread(() -> watchConfiguration(each)).start());
        try (ProcessEndpoints _ = site()) {
            return live(elected);
        }
    }

    private int live(@Nullable LeaderElection election) throws InterruptedException {
        events.start();
        options.tracing().ifPresent(to -> log.info(0, "Exporting traces", "to", to.toString()));
        tracing.ifPresent(traces -> traces.start(backgroundThreads));
        int code;
        try {
            code = election == null ? leadAlone() : takePart(election);
        } finally {
            if (tracing.isPresent()) {
                tracing.get().close(LAST_SPANS);
            }
        }
        if (fatalExit.reason().isPresent()) {
            return FatalExit.FAILED;
        }
        if (code == 0) {
            log.info(0, "Requested to terminate, exiting");
        }
        return code;
    }

    private void watchSchedulingThread() {
        try {
            heartbeat.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The scheduling thread hangs. The next leader schedules the pod last.
    private void hung(EngineProgress seen) {
        hungPod = Optional.of(seen.podUid()).filter(uid -> !uid.isEmpty());
        fatalExit.hung(seen, Thread.getAllStackTraces());
    }

    private Optional<String> schedulingFailure() {
        return fatalExit.reason().or(heartbeat::failure);
    }

    private ProcessEndpoints site() throws IOException, InterruptedException {
        var site =
                new ProcessEndpoints(
                        options,
                        reloads,
                        metrics,
                        scheduler,
                        leadership,
                        this::schedulingFailure,
                        clock,
                        log);
        if (options.serving().port() != 0 || options.dashboardPort() != 0) {
            try {
                site.open(
                        reviewer(options.authentication().kubeconfig(), "authentication"),
                        reviewer(options.authorization().kubeconfig(), "authorization"),
                        log::verbosity,
                        backgroundThreads);
            } catch (IOException | RuntimeException e) {
                site.close();
                throw e;
            }
        }
        return site;
    }

    private int leadAlone() throws InterruptedException {
        leadership.started();
        threads.newThread(() -> lead(false)).start();
        stop.await();
        var _ = finish();
        leadership.stopped();
        events.drain(LAST_EVENTS_NANOS);
        return 0;
    }

    private int takePart(LeaderElection election) throws InterruptedException {
        threads.newThread(() -> stopOnSignal(election)).start();
        return switch (election.run()) {
            case STOPPED -> {
                events.drain(LAST_EVENTS_NANOS);
                yield 0;
            }
            case LOST -> {
                log.error(null, "Leaderelection lost");
                yield 1;
            }
        };
    }

    private void stopOnSignal(LeaderElection election) {
        try {
            stop.await();
            if (finish()) {
                election.stop();
            } else {
                log.warn("The last writes were not answered; the lease is left to expire");
                election.abandon();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            election.abandon();
        }
    }

    private LeaderElection election() {
        Settings.LeaderElection wanted = settings.leaderElection();
        var lease =
                new LeaseSettings(
                        wanted.resourceNamespace(),
                        wanted.resourceName(),
                        LeaseSettings.identity(Host.name(options.environment()), UUID.randomUUID()),
                        wanted.leaseDuration(),
                        wanted.renewDeadline(),
                        wanted.retryPeriod());
        metrics.election().leads(wanted.resourceName(), false);
        var elected = new Elected(wanted.resourceName(), lease.identity());
        var election =
                new LeaderElection(
                        lease,
                        server.impatientClient(
                                settings.clientConnection().qps(),
                                settings.clientConnection().burst(),
                                metrics.client()),
                        clock,
                        random.split(),
                        new SemaphoreSleeper(),
                        elected,
                        this::logLease,
                        options.configuration().profiles().getFirst().schedulerName(),
                        log.of(LeaderElection.class));
        elected.election = election;
        var watch =
                new LeaseWatch(
                        election,
                        lease,
                        client(),
                        new SemaphoreSleeper(),
                        log.of(LeaseWatch.class));
        backgroundThreads.newThread(() -> watchLease(watch)).start();
        return election;
    }

    private static void watchLease(LeaseWatch watch) {
        try {
            watch.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void logLease(ApiRequest event) {
        backgroundThreads
                .newThread(() -> {
                    try (ApiResponse _ = client().send(event)) {
                        // The response is not used.
                    } catch (IOException e) {
                        log.error(e, "Unable to write event", "event", event);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .start();
    }

    /// Follows the election.
    private final class Elected implements ElectionListener {
        private final String lease;
        private final String identity;
        private boolean othersLed;
        private @Nullable LeaderElection election;

        Elected(String lease, String identity) {
            this.lease = lease;
            this.identity = identity;
        }

        @Override
        public void started() {
            leadership.started();
            metrics.election().leads(lease, true);
            if (election != null) {
                deferPods(election);
            }
            threads.newThread(() -> lead(othersLed)).start();
        }

        @Override
        public void stopped() {
            scheduler.stopLeading();
            leadership.stopped();
            metrics.election().leads(lease, false);
        }

        @Override
        public void slowPath() {
            metrics.election().slowPath(lease);
        }

        @Override
        public void newLeader(String leader) {
            log.info(0, "New leader elected", "identity", leader);
            leadership.ledBy(leader);
            if (!leader.isEmpty() && !leader.equals(identity)) {
                othersLed = true;
                // A replica that leads at once begins to read only then, so it sees all writes of
                // its predecessor.
                if (!settings.delayCacheUntilActive()) {
                    scheduler.listen();
                }
            }
        }
    }

    /// The pods during whose attempts an earlier leader has hung come last; they leave the lease
    /// when an attempt has ended.
    private void deferPods(LeaderElection election) {
        DeferredPodsAnnotation before = election.deferredPods();
        scheduler.defer(before.hangs());
        election.deferredPods(() -> {
            DeferredPodsAnnotation now = before.without(scheduler.noLongerDeferred());
            return hungPod.map(now::plus).orElse(now);
        });
    }

    private void lead(boolean afterAnother) {
        try {
            scheduler.lead(afterAnother);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stops to schedule and to send, and waits for pending responses for a limited time; returns
    /// whether all have arrived.
    private boolean finish() throws InterruptedException {
        leadership.end();
        scheduler.stopLeading();
        return scheduler.awaitLastWrites(LAST_WRITES_NANOS);
    }

    private void dump() {
        backgroundThreads.newThread(() -> new Dump(scheduler, client(), log).run()).start();
    }

    /// Logs and measures the progress of the reflectors.
    private final class FeedLog implements ReflectorListener {
        private final Map<Kind, Long> receivedNanos = new ConcurrentHashMap<>();

        @Override
        public void received(Kind kind) {
            receivedNanos.put(kind, System.nanoTime());
        }

        @Override
        public void delivered(Kind kind, String resourceVersion) {
            long now = System.nanoTime();
            metrics.informers()
                    .processed(kind, resourceVersion, now - receivedNanos.getOrDefault(kind, now));
        }

        @Override
        public void reached(Kind kind, String resourceVersion) {
            metrics.informers().reached(kind, resourceVersion);
        }

        @Override
        public void listed(Kind kind, int objects) {
            log.info(2, "Listed", "resource", kind.plural(), "objects", objects);
            metrics.berth().watched(kind.plural());
        }

        @Override
        public void failed(Kind kind, String why) {
            log.error(null, "Failed to watch", "resource", kind.plural(), "err", why);
        }

        @Override
        public void unreadable(Kind kind, String why) {
            log.error(
                    null,
                    "Ignored an object whose name cannot be decoded",
                    "resource",
                    kind.plural(),
                    "err",
                    why);
            metrics.berth().unreadableObject(kind.plural());
        }

        @Override
        public void incomplete(Kind kind, String key, String why) {
            log.error(
                    null,
                    "Fields of an object cannot be decoded",
                    "resource",
                    kind.plural(),
                    "object",
                    key,
                    "err",
                    why);
            metrics.berth().unreadableObject(kind.plural());
        }

        @Override
        public void restarted(Kind kind) {
            metrics.berth().restartedWatch(kind.plural());
        }
    }
}
