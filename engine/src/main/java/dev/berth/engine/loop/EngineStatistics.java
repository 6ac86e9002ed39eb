package dev.berth.engine.loop;

import dev.berth.engine.binding.Outbox;
import dev.berth.engine.profile.FailureCounts;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.view.EngineStats;
import dev.berth.engine.view.SchedulerStatus;

import java.util.TreeMap;

/// Collects the counters and sizes of the engine. Scheduling thread only.
public final class EngineStatistics {
    private final StatusView status;
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Outbox outbox;
    private final ObjectWaiters awaiting;
    private final Watchdog watchdog;
    private final FailureCounts failures;

    EngineStatistics(
            StatusView status,
            ClusterState state,
            SchedulingQueue queue,
            Outbox outbox,
            ObjectWaiters awaiting,
            Watchdog watchdog,
            FailureCounts failures) {
        this.status = status;
        this.state = state;
        this.queue = queue;
        this.outbox = outbox;
        this.awaiting = awaiting;
        this.watchdog = watchdog;
        this.failures = failures;
    }

    /// The most important counters.
    SchedulerStatus status() {
        return status.status();
    }

    /// All counters.
    public EngineStats collect() {
        SchedulerStatus now = status.status();
        return new EngineStats(
                now.nodes(),
                now.pods(),
                now.assumed(),
                state.assumedObjects(),
                state.chargedPods(),
                now.waiting(),
                now.binding(),
                awaiting.size(),
                now.queue(),
                now.attempts(),
                now.scheduled(),
                now.unschedulable(),
                now.errors(),
                queue.flushRequeues(),
                state.repairs(),
                watchdog.slowIterations(),
                watchdog.slowestPlugin(),
                failures.total(),
                new TreeMap<>(failures.byPlugin()),
                queue.incoming(),
                queue.unschedulable(),
                queue.inFlightEvents(),
                outbox.calls(),
                watchdog.iterations());
    }
}
