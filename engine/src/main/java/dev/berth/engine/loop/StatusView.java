package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.view.SchedulerStatus;

import java.util.function.LongSupplier;

/// The status of the scheduler. Scheduling thread only.
final class StatusView {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Binder binder;
    private final DecisionRecorder recorder;
    private final LoopControl control;
    private final NodeViews nodeViews;
    private final LongSupplier now;

    StatusView(
            ClusterState state,
            SchedulingQueue queue,
            Binder binder,
            DecisionRecorder recorder,
            LoopControl control,
            NodeViews nodeViews,
            LongSupplier now) {
        this.state = state;
        this.queue = queue;
        this.binder = binder;
        this.recorder = recorder;
        this.control = control;
        this.nodeViews = nodeViews;
        this.now = now;
    }

    SchedulerStatus status() {
        return new SchedulerStatus(
                now.getAsLong(),
                state.nodes().count(),
                state.pods().size(),
                state.assumedPods(),
                queue.sizes(),
                binder.waiting().size(),
                binder.size(),
                recorder.ring().count(),
                recorder.counts().attempts(),
                recorder.counts().scheduled(),
                recorder.counts().unschedulable(),
                recorder.counts().errors(),
                control.paused(),
                state.ready(),
                nodeViews.resources(),
                recorder.latencies().counts());
    }
}
