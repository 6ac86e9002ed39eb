package dev.berth.spi;

import dev.berth.model.Pod;

/// A pod that a what-if adds to a node or removes from it.
///
/// @param node the node, with the change applied
/// @param added whether the pod is added
public record PodChange(Pod pod, NodeView node, boolean added) {}
