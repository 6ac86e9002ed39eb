package dev.berth.engine.view;

import dev.berth.model.Pod;

import java.util.List;
import java.util.Map;

/// The scheduling states of all pods at one moment.
///
/// @param pending the pods that have yet to be bound, in the order of the queues
/// @param pods every pod that has not finished
/// @param requeueEvents the events for which plugins requeue pending pods, by profile and plugin
public record PodStates(
        List<PendingPod> pending,
        List<PodState> pods,
        Map<String, Map<String, RequeueEvents>> requeueEvents) {
    public PodStates {
        pending = List.copyOf(pending);
        pods = List.copyOf(pods);
        requeueEvents = ImmutableCopies.of(requeueEvents);
    }

    /// One pod.
    ///
    /// @param node the node it is bound to or assumed on, or empty
    /// @param nominatedNodeName the node it is nominated to, or empty
    public record PodState(
            Pod pod, SchedulingState state, String node, String nominatedNodeName, int attempts) {}
}
