package dev.berth.engine.view;

import dev.berth.model.Node;

import java.util.List;

/// A node, and what its pods request.
///
/// @param row of the node table; another node may get it when this one is deleted
/// @param allocatable amounts in the order of the resources that the answer names
/// @param requested amounts in the same order; for `pods`, their number
public record NodeLoad(int row, Node node, int pods, List<Long> allocatable, List<Long> requested) {
    public NodeLoad {
        allocatable = List.copyOf(allocatable);
        requested = List.copyOf(requested);
    }
}
