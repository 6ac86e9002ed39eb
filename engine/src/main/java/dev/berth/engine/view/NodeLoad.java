package dev.berth.engine.view;

import dev.berth.model.Node;

import java.util.List;

/// A node and what pods take of it.
///
/// @param row by which it goes until it is gone; another node may have it then
/// @param allocatable in the order of the resources that the answer names
/// @param requested in the same order; of `pods`, how many there are
public record NodeLoad(
        int row, Node node, int pods, List<Long> allocatable, List<Long> requested) {}
