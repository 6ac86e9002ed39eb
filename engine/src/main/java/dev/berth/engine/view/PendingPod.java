package dev.berth.engine.view;

import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;

/// A pod that has yet to be bound: its state, since when, and the plugins that keep it there.
///
/// @param rejectedBy plugins that rejected it last, or whose Permit it waits for
/// @param gatedBy the plugin that gates it, or empty
/// @param node the node it is assumed on, or empty
/// @param nominatedNodeName the node it is nominated to, or empty
/// @param untilNanos when its backoff or the first Permit timeout ends
public record PendingPod(
        String pod,
        String uid,
        String profile,
        int priority,
        SchedulingState state,
        int attempts,
        int consecutiveErrors,
        NavigableSet<String> rejectedBy,
        String gatedBy,
        String node,
        String nominatedNodeName,
        long sinceNanos,
        OptionalLong untilNanos,
        List<QueueMove> moves) {
    public PendingPod {
        rejectedBy = ImmutableCopies.of(rejectedBy);
        moves = List.copyOf(moves);
    }

    /// The plugins that keep it in its state.
    public List<String> blockingPlugins() {
        return gatedBy.isEmpty() ? List.copyOf(rejectedBy) : List.of(gatedBy);
    }

    /// Whether it is in backoff, because the scheduling thread has hung during an attempt for it in
    /// an earlier process.
    public boolean deferred() {
        return state == SchedulingState.BACKOFF
                && !moves.isEmpty()
                && moves.getLast().event().equals(QueueMove.DEFERRED_AFTER_HANG);
    }

    /// The label of its state.
    public String queue() {
        return state.label();
    }
}
