package dev.berth.answers;

/// Pending pods by scheduling state.
public record StateCounts(
        @Doc("pods in the active queue") int active,
        @Doc("pods in the backoff queue") int backoff,
        @Doc("pods in the unschedulable pool") int unschedulable,
        @Doc("pods that a PreEnqueue plugin gates") int gated,
        @Doc("pods that wait for Permit plugins") int waiting,
        @Doc("pods that are being bound") int binding) {}
