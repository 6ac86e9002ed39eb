package dev.berth.app;

import dev.berth.config.Configuration;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.Log;
import dev.berth.engine.view.EngineStats;
import dev.berth.engine.view.Query;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.SimCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.store.Selection;
import dev.berth.sim.time.Timeline;
import dev.berth.sim.workload.Workload;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A run on real time that stays up until the process is told to end, and then exits with 0.
final class LiveRun {
    private static final long PROGRESS_MILLIS = 500;
    private static final long STOP_SECONDS = 3;

    private final Configuration configuration;
    private final PaceOptions pace;
    private final Workload workload;
    private final Map<Json.Obj, String> origins;
    private final long seed;
    private final PrintWriter out;
    private final PrintWriter err;
    private final OutputFormat output;
    private final SystemClock clock = new SystemClock();
    private final Signal changes = new Signal();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private SortedMap<String, Long> pluginFailures = Collections.emptySortedMap();
    private volatile boolean running;

    LiveRun(
            Configuration configuration,
            PaceOptions pace,
            Workload workload,
            Map<Json.Obj, String> origins,
            long seed,
            PrintWriter out,
            PrintWriter err,
            OutputFormat output) {
        this.configuration = configuration;
        this.pace = pace;
        this.workload = workload;
        this.origins = origins;
        this.seed = seed;
        this.out = out;
        this.err = err;
        this.output = output;
    }

    void run() {
        running = true;
        Runtime.getRuntime().addShutdownHook(new Thread(this::endWell, "shutdown"));
        try {
            schedule().print(out, output);
        } finally {
            // Told to end, the process waits for this; else it ends by itself with its own code.
            running = stop.getCount() == 0;
            stopped.countDown();
        }
    }

    private Summary schedule() {
        var timeline = new Timeline(clock, changes::raise);
        var cluster = new SimCluster(clock, timeline, seed, changes::raise);
        var notes = new RunNotes();
        long began = System.nanoTime();
        ClusterLink link = cluster.link();
        try (link;
                Engine engine =
                        pace.applied(Engines.of(configuration))
                                .api(link)
                                .clock(clock)
                                .seed(seed)
                                .onDecision(notes)
                                .log(Log.plain(err::println))
                                .build()) {
            link.deliverTo(engine::post);
            engine.start();
            Thread pump =
                    Thread.ofPlatform()
                            .name("cluster")
                            .daemon(true)
                            .start(() -> pump(cluster, link, timeline));
            Filling.fill(cluster, workload, origins);
            int nodes = cluster.store().list(Selection.of(Kind.NODE)).objects().size();
            say("cluster is up: " + Summary.counted(nodes, "node") + "; Ctrl-C ends it");
            report(engine, pump);
            pump.interrupt();
            pump.join(STOP_SECONDS * 1_000 / 2);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return Outcome.of(
                cluster.store(),
                (System.nanoTime() - began) / 1e9,
                notes,
                Set.of(),
                pluginFailures);
    }

    /// Carries changes between store, stages and scheduler.
    private void pump(SimCluster cluster, ClusterLink link, Timeline timeline) {
        try {
            while (stop.getCount() > 0) {
                int done = timeline.fire() + cluster.pump(1024) + link.pump(1024);
                if (done == 0) {
                    long due = timeline.nextNanos().orElse(Long.MAX_VALUE);
                    changes.await(due - clock.nowNanos());
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /// Prints a line whenever something moved, until the process is told to end.
    private void report(Engine engine, Thread pump) throws InterruptedException {
        String before = "";
        while (!stop.await(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
            if (!pump.isAlive()) {
                throw new Failure(
                        "the embedded cluster has stopped; this is a bug, BERTH_DEBUG=1 shows"
                                + " where");
            }
            String line = before;
            try {
                EngineStats stats =
                        engine.ask(new Query.Stats()).get(STOP_SECONDS, TimeUnit.SECONDS);
                pluginFailures = stats.failuresByPlugin();
                line = line(stats);
            } catch (TimeoutException busy) {
                line = "busy: the scheduler has not answered for " + STOP_SECONDS + " s";
            } catch (ExecutionException problem) {
                throw new Failure("the scheduler failed: " + problem.getCause());
            }
            if (!line.equals(before)) {
                say(line);
                before = line;
            }
        }
    }

    private static String line(EngineStats stats) {
        return "scheduled %d, active %d, backing off %d, unschedulable %d, gated %d, binding %d"
                .formatted(
                        stats.scheduled(),
                        stats.queue().active(),
                        stats.queue().backoff(),
                        stats.queue().unschedulable(),
                        stats.queue().gated(),
                        stats.binding());
    }

    /// Progress is for people: with `-o json` it goes to standard error.
    private void say(String line) {
        PrintWriter where = output == OutputFormat.JSON ? err : out;
        where.println(line);
        where.flush();
    }

    /// Runs when the process is told to end: lets the run finish, then exits with 0 and not with
    /// the signal's number.
    private void endWell() {
        if (!running) {
            // It ended by itself, with an exit code of its own.
            return;
        }
        stop.countDown();
        try {
            if (!stopped.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                err.println("berth: did not stop in time");
                err.flush();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitCode.FINE);
    }
}
