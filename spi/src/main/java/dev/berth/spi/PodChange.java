package dev.berth.spi;

import dev.berth.model.Pod;

/// A pod that a what-if adds to a node or takes from it.
public record PodChange(Pod pod, NodeView node, boolean added) {}
