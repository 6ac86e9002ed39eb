package dev.berth.engine.binding;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.spi.Placement;

/// A pod between the choice of its node and the answer to its bind.
public record Binding(Attempt attempt, Placement placement) {
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
