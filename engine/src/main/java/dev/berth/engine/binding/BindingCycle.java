package dev.berth.engine.binding;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.port.Trace;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.spi.Placement;

/// A pod from the choice of its node to the end of its binding (kube-scheduler: `bindingCycle`).
///
/// @param evaluated how many nodes were evaluated
/// @param feasible how many of them are feasible
/// @param sampled whether plugins are timed one by one for metrics
/// @param trace the trace of the attempt
public record BindingCycle(
        Attempt attempt,
        Placement placement,
        int evaluated,
        int feasible,
        boolean sampled,
        Trace trace) {
    public QueuedPod queued() {
        return attempt.queued();
    }

    public Profile profile() {
        return attempt.profile();
    }

    public String uid() {
        return placement.pod().uid();
    }
}
