package dev.berth.engine.view;

import dev.berth.model.Pod;

import java.util.List;

/// One node and its pods.
public record NodeReport(List<String> resources, NodeLoad load, List<NodePod> pods) {
    public NodeReport {
        resources = List.copyOf(resources);
        pods = List.copyOf(pods);
    }

    /// A pod on the node.
    ///
    /// @param requested amounts in the order of the resources
    /// @param assumed whether the API server has yet to confirm the binding
    public record NodePod(Pod pod, List<Long> requested, boolean assumed) {
        public NodePod {
            requested = List.copyOf(requested);
        }
    }
}
