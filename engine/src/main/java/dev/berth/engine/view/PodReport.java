package dev.berth.engine.view;

import dev.berth.model.Pod;

import java.util.List;
import java.util.Optional;

/// Everything that the scheduler knows about one pod.
///
/// @param node the node it is bound to or assumed on, or empty
/// @param nominatedNodeName the node it is nominated to, or empty
/// @param gate the plugin that gates it
/// @param attempts the attempts that are kept, newest first
/// @param requeueEvents the events for which the plugins that rejected it requeue it
public record PodReport(
        Pod pod,
        SchedulingState state,
        String node,
        String nominatedNodeName,
        Optional<PendingPod> pending,
        Optional<Gate> gate,
        List<Decision> attempts,
        List<RequeueEvents> requeueEvents) {
    public PodReport {
        attempts = List.copyOf(attempts);
        requeueEvents = List.copyOf(requeueEvents);
    }

    /// A PreEnqueue plugin that gates a pod, and its reasons.
    public record Gate(String plugin, List<String> reasons) {
        public Gate {
            reasons = List.copyOf(reasons);
        }
    }
}
