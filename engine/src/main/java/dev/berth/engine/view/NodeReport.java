package dev.berth.engine.view;

import dev.berth.model.Pod;

import java.util.List;

/// One node with the pods that stand on it.
public record NodeReport(List<String> resources, NodeLoad load, List<Guest> otherPods) {
    /// A pod on the node.
    ///
    /// @param requested in the order of the resources
    /// @param assumed placed by us, and not yet confirmed
    public record Guest(Pod pod, List<Long> requested, boolean assumed) {}
}
