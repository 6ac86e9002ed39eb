package dev.berth.app.up;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.OutputFormat;
import dev.berth.app.cli.ShellQuoting;
import dev.berth.app.cli.Versions;
import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.embedded.Engines;
import dev.berth.app.live.EngineSource;
import dev.berth.app.live.LiveView;
import dev.berth.app.options.RateLimitOptions;
import dev.berth.app.terminal.Terminal;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.Configuration;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.dashboard.ExampleManifests;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Log;
import dev.berth.engine.view.EngineStats;
import dev.berth.engine.view.Query;
import dev.berth.manifest.Origin;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.sim.workload.GeneratedWorkload;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A run on real time that lasts until the process is stopped, and then exits with 0.
final class LiveRun {
    private static final long PROGRESS_MILLIS = 500;
    private static final long STOP_SECONDS = 3;

    /// Loop iterations are slow while the JVM warms up; that is not worth a warning.
    private static final Duration SLOW = Duration.ofSeconds(1);

    /// The last log lines from the time of the live view are printed after it.
    private static final int LINES_KEPT = 1_000;

    private final Configuration configuration;
    private final RateLimitOptions rateLimit;
    private final ApiOptions api;
    private final GeneratedWorkload workload;
    private final Map<Json.Obj, Origin> origins;
    private final long seed;
    private final PrintWriter out;
    private final PrintWriter err;
    private final OutputFormat output;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private SortedMap<String, Long> pluginFailures = Collections.emptySortedMap();
    private volatile boolean running;
    private volatile Consumer<String> logged;
    private volatile Runnable restore = () -> {};

    LiveRun(
            Configuration configuration,
            RateLimitOptions rateLimit,
            ApiOptions api,
            GeneratedWorkload workload,
            Map<Json.Obj, Origin> origins,
            long seed,
            PrintWriter out,
            PrintWriter err,
            OutputFormat output) {
        this.configuration = configuration;
        this.rateLimit = rateLimit;
        this.api = api;
        this.workload = workload;
        this.origins = origins;
        this.seed = seed;
        this.out = out;
        this.err = err;
        this.output = output;
        this.logged = err::println;
    }

    /// @param terminal the terminal of the live view; empty for lines of text
    void run(Optional<Terminal> terminal, TerminalStyle paint) {
        running = true;
        terminal.ifPresent(it -> restore = it::leave);
        Runtime.getRuntime().addShutdownHook(new Thread(this::endWell, "shutdown"));
        try {
            schedule(terminal, paint).print(out, output);
        } finally {
            // At a signal, the process waits for this latch. If the run ends without a signal, the
            // process has its own exit code.
            running = stop.getCount() == 0;
            stopped.countDown();
        }
    }

    private Summary schedule(Optional<Terminal> terminal, TerminalStyle paint) {
        KubeconfigFile.check(api.kubeconfig());
        var notes = new RunNotes();
        long began = System.nanoTime();
        Log log = Log.plain(line -> logged.accept(line));
        EmbeddedCluster.Builder wanted =
                EmbeddedCluster.builder()
                        .seed(seed)
                        .port(api.port())
                        .page(api.dashboardPort(), Versions.read().text(), ExampleManifests.all())
                        .log(log)
                        .filledBy(
                                cluster -> WorkloadCreation.fill(cluster, workload, origins, log));
        if (!api.controlled()) {
            wanted.still();
        }
        if (api.scheduled()) {
            wanted.scheduler(
                    rateLimit
                            .applied(Engines.of(configuration))
                            .slowIteration(SLOW)
                            .onDecision(notes));
        }
        try (EmbeddedCluster cluster = start(wanted);
                KubeconfigFile kubeconfig =
                        KubeconfigFile.write(api.kubeconfig(), cluster.api().kubeconfig())) {
            int nodes = cluster.store().list(ObjectSelection.of(Kind.NODE)).objects().size();
            say("cluster is up: " + Summary.counted(nodes, "node") + "; press Ctrl-C to stop it");
            var addresses = new ArrayList<String>();
            addresses.add("export KUBECONFIG=" + ShellQuoting.word(kubeconfig.file().toString()));
            cluster.page().ifPresent(page -> addresses.add("open " + page));
            addresses.forEach(this::say);
            if (terminal.isPresent() && cluster.scheduler().isPresent()) {
                watch(cluster, terminal.get(), paint, addresses);
            } else {
                report(cluster);
            }
            return RunOutcome.of(
                    cluster.store(),
                    (System.nanoTime() - began) / 1e9,
                    OptionalDouble.empty(),
                    notes,
                    Set.of(),
                    pluginFailures);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted");
        }
    }

    private EmbeddedCluster start(EmbeddedCluster.Builder wanted) {
        try {
            return wanted.start();
        } catch (IOException e) {
            throw new Failure(
                    "cannot serve the cluster: %s; choose another port with %s or %s"
                            .formatted(e.getMessage(), ApiOptions.PORT, ApiOptions.DASHBOARD_PORT));
        }
    }

    /// Shows the live view until the process is stopped, by a signal or by a key.
    private void watch(
            EmbeddedCluster cluster, Terminal terminal, TerminalStyle paint, List<String> addresses)
            throws InterruptedException {
        Engine engine = cluster.scheduler().orElseThrow();
        var source = new EngineSource(engine, addresses);
        var unread = new LinkedBlockingDeque<String>(LINES_KEPT);
        logged =
                line -> {
                    source.note(line);
                    while (!unread.offerLast(line)) {
                        unread.pollFirst();
                    }
                };
        boolean plainSigns = !System.out.charset().newEncoder().canEncode('█');
        try {
            LiveView.of(terminal, source, paint, plainSigns)
                    .show(() -> {
                        check(cluster);
                        return stop.getCount() == 0;
                    });
            pluginFailures =
                    engine.ask(new Query.Stats())
                            .get(STOP_SECONDS, TimeUnit.SECONDS)
                            .failuresByPlugin();
        } catch (TimeoutException busy) {
            // The summary is printed without the plugin failures.
        } catch (ExecutionException problem) {
            throw new Failure("the scheduler failed: " + problem.getCause());
        } catch (IllegalStateException problem) {
            throw new Failure(String.valueOf(problem.getMessage()));
        } finally {
            logged = err::println;
            unread.forEach(err::println);
        }
    }

    private static void check(EmbeddedCluster cluster) {
        if (cluster.hang().isPresent()) {
            throw new Failure(cluster.hang().get() + "; correct the plugin, or disable it");
        }
        if (cluster.failure().isPresent()) {
            throw new Failure(
                    "the embedded cluster has stopped: %s; this is a bug"
                            .formatted(cluster.failure().get()));
        }
    }

    /// Prints a line at every change, until the process is stopped.
    private void report(EmbeddedCluster cluster) throws InterruptedException {
        String before = "";
        while (!stop.await(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
            check(cluster);
            String line = before;
            if (cluster.scheduler().isEmpty()) {
                continue;
            }
            try {
                EngineStats stats =
                        cluster.scheduler()
                                .get()
                                .ask(new Query.Stats())
                                .get(STOP_SECONDS, TimeUnit.SECONDS);
                pluginFailures = stats.failuresByPlugin();
                line = line(placed(cluster), stats);
            } catch (TimeoutException busy) {
                line = "busy: the scheduler has not responded for " + STOP_SECONDS + " s";
            } catch (ExecutionException problem) {
                throw new Failure("the scheduler failed: " + problem.getCause());
            }
            if (!line.equals(before)) {
                say(line);
                before = line;
            }
        }
    }

    /// The pods that have a node, as in the summary.
    private static long placed(EmbeddedCluster cluster) {
        return cluster.store().list(ObjectSelection.of(Kind.POD)).objects().stream()
                .filter(object -> object.typed() instanceof Pod pod && pod.assigned())
                .count();
    }

    private static String line(long placed, EngineStats stats) {
        return "scheduled %d, active %d, backoff %d, unschedulable %d, gated %d, binding %d"
                .formatted(
                        placed,
                        stats.queue().active(),
                        stats.queue().backoff(),
                        stats.queue().unschedulable(),
                        stats.queue().gated(),
                        stats.binding());
    }

    /// Progress goes to standard error with `-o json`.
    private void say(String line) {
        PrintWriter where = output == OutputFormat.JSON ? err : out;
        where.println(line);
        where.flush();
    }

    /// Runs at a signal: lets the run finish, then exits with 0 instead of the number of the
    /// signal.
    private void endWell() {
        if (!running) {
            // The run has ended without a signal, with its own exit code.
            return;
        }
        stop.countDown();
        try {
            if (!stopped.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                restore.run();
                err.println("berth: did not stop in time");
                err.flush();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitCode.FINE);
    }
}
