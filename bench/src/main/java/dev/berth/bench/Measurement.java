package dev.berth.bench;

import com.sun.management.ThreadMXBean;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.Tracer;
import dev.berth.engine.view.Decision;
import dev.berth.observe.metrics.EngineMeter;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.observe.metrics.MetricRegistry;

import org.HdrHistogram.Histogram;

import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.function.Consumer;

/// One run of a workload with a new engine. It uses the real queue, scheduling cycle and binding
/// cycle.
final class Measurement {
    private static final long MAX_DECISION = 60_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// The result of a run.
    ///
    /// @param pods the number of measured pods that were bound
    /// @param podsPerCpuSecond the pods per second of CPU time of the scheduling thread
    /// @param placed the durations of attempts that found a node
    /// @param failed the durations of attempts that found no node, including preemption
    record Result(
            int pods,
            double seconds,
            double podsPerSecond,
            double podsPerCpuSecond,
            Histogram placed,
            Histogram failed,
            long allocatedPerPod,
            long heapBytes,
            int unscheduled) {}

    private final Workload.Plan plan;
    private final boolean metrics;

    /// @param metrics whether the engine records metrics
    Measurement(Workload workload, boolean metrics) {
        plan = workload.plan();
        this.metrics = metrics;
    }

    Result run(long seed) {
        return run(seed, false);
    }

    /// Runs the workload while attempts are traced.
    Result runTraced(long seed, Tracer tracer) {
        return run(seed, false, tracer);
    }

    /// @param watched whether a client reads the event stream of the dashboard during the run
    Result run(long seed, boolean watched) {
        return run(seed, watched, Tracer.NONE);
    }

    private Result run(long seed, boolean watched, Tracer tracer) {
        var api = new InstantApi();
        var attempts = new Attempts();
        try (Engine engine = engine(api, attempts, seed, tracer)) {
            api.report(engine::post);
            runStage(plan.before(), engine, api, attempts);
            try (AutoCloseable _ = watched ? DashboardClient.of(engine) : () -> {}) {
                return timed(engine, api, attempts);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Result timed(Engine engine, InstantApi api, Attempts attempts) {
        attempts.timed = true;
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long began = System.nanoTime();
        for (WorkloadStage stage : plan.timed()) {
            runStage(stage, engine, api, attempts);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        double cpuSeconds = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9;
        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        long heap = usedHeap();
        return new Result(
                api.bound(),
                seconds,
                api.bound() / seconds,
                api.bound() / cpuSeconds,
                attempts.placed,
                attempts.failed,
                allocated / Math.max(1, api.measured()),
                heap,
                api.measured() - api.bound());
    }

    private Engine engine(InstantApi api, Attempts attempts, long seed, Tracer tracer) {
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        return Engine.builder()
                .profile(profile.build())
                .api(api)
                .executor(new StepThreads())
                .seed(seed)
                .onDecision(attempts)
                .meter(metrics ? meter() : Meter.NONE)
                .tracer(tracer)
                .build();
    }

    private static Meter meter() {
        return new EngineMeter(new MetricRegistry(MetricOptions.DEFAULT), gate -> false);
    }

    private static void runStage(
            WorkloadStage stage, Engine engine, InstantApi api, Attempts attempts) {
        for (ClusterAction act : stage.acts()) {
            act.on(api);
        }
        Iterator<ClusterAction> meanwhile = stage.meanwhile().iterator();
        long next = attempts.count + stage.every();
        while (true) {
            boolean atRest = engine.idle() || engine.runOnce() == 0;
            if (atRest && !meanwhile.hasNext()) {
                return;
            }
            if ((atRest || attempts.count >= next) && meanwhile.hasNext()) {
                meanwhile.next().on(api);
                next = attempts.count + stage.every();
            }
        }
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /// Counts attempts and records their durations while the run is timed.
    private static final class Attempts implements Consumer<Decision> {
        private final Histogram placed = new Histogram(MAX_DECISION, 3);
        private final Histogram failed = new Histogram(MAX_DECISION, 3);
        private boolean timed;
        private long count;

        @Override
        public void accept(Decision decision) {
            count++;
            if (timed) {
                Histogram times = decision.outcome() instanceof Decision.Placed ? placed : failed;
                times.recordValue(Math.min(MAX_DECISION, Math.max(0, decision.tookNanos())));
            }
        }
    }
}
