package dev.berth.answers;

import java.util.OptionalLong;

/// The figures of one second, the payload of `second` events.
public record HistorySecond(
        @Doc("when the second ended") long atMillis,
        @Doc("attempts a second that found a node") long scheduled,
        @Doc("attempts a second that found no node") long unschedulable,
        @Doc("attempts a second that ended with an error") long errors,
        @Doc("median duration of scheduling cycles; absent if there were none")
                OptionalLong p50Micros,
        @Doc("99th percentile of the duration of scheduling cycles; absent if there were none")
                OptionalLong p99Micros,
        @Doc("pods in the active queue") long activePods,
        @Doc("pods in the backoff queue") long backoffPods,
        @Doc("pods in the unschedulable pool") long unschedulablePods,
        @Doc("pods that a PreEnqueue plugin gates") long gatedPods,
        @Doc("pods that wait for Permit plugins") long waitingPods,
        @Doc("pods that are being bound") long bindingPods) {}
