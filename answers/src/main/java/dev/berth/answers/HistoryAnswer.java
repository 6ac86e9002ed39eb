package dev.berth.answers;

import java.util.List;
import java.util.OptionalLong;

/// The answer of `history`: the figures of the last hour, one column each, one row a second.
public record HistoryAnswer(
        @Doc("when each second ended") List<Long> atMillis,
        @Doc("attempts a second that found a node") List<Long> scheduled,
        @Doc("attempts a second that found no node") List<Long> unschedulable,
        @Doc("attempts a second that ended with an error") List<Long> errors,
        @Doc("median duration of scheduling cycles; null where there were none")
                List<OptionalLong> p50Micros,
        @Doc("99th percentile of the duration of scheduling cycles; null where there were none")
                List<OptionalLong> p99Micros,
        @Doc("pods in the active queue") List<Long> activePods,
        @Doc("pods in the backoff queue") List<Long> backoffPods,
        @Doc("pods in the unschedulable pool") List<Long> unschedulablePods,
        @Doc("pods that a PreEnqueue plugin gates") List<Long> gatedPods,
        @Doc("pods that wait for Permit plugins") List<Long> waitingPods,
        @Doc("pods that are being bound") List<Long> bindingPods) {}
