package dev.berth.engine.view;

import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;

/// A pod that has yet to be bound: where it is, since when, and who keeps it there.
///
/// @param node where it is going, or the node it was promised; empty if neither
/// @param rejectedBy who rejected it last, or holds it on permit
/// @param untilNanos when its backoff ends, or the patience of the first permit plugin
public record PendingPod(
        String pod,
        String uid,
        String profile,
        int priority,
        Lane lane,
        int attempts,
        int consecutiveErrors,
        NavigableSet<String> rejectedBy,
        String gatedBy,
        String node,
        long sinceNanos,
        OptionalLong untilNanos,
        List<QueueMove> moves) {
    /// Who keeps it where it is.
    public List<String> culprits() {
        return gatedBy.isEmpty() ? List.copyOf(rejectedBy) : List.of(gatedBy);
    }

    /// The lane by its label.
    public String queue() {
        return lane.label();
    }
}
