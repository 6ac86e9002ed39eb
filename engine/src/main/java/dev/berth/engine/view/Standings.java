package dev.berth.engine.view;

import dev.berth.model.Pod;

import java.util.List;

/// All pods at one moment.
///
/// @param pending those that have yet to be bound, in the order of the queues
/// @param pods every pod that has not ended
public record Standings(List<PendingPod> pending, List<Standing> pods) {
    /// One pod.
    ///
    /// @param node where it stands or is going, or the node it was promised; empty if none of these
    public record Standing(Pod pod, Lane lane, String node, int attempts) {}
}
