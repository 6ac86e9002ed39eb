package dev.berth.engine.binding;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.spi.Placement;

/// A pod between the choice of its node and the answer to its bind.
///
/// @param evaluated how many nodes were looked at
/// @param feasible how many of them would do
/// @param sampled whether plugins are timed one by one
public record BindingCycle(
        Attempt attempt, Placement placement, int evaluated, int feasible, boolean sampled) {
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
