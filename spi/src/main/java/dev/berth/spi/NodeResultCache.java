package dev.berth.spi;

import java.util.Optional;

/// What was found out about nodes for a pod, remembered for others of the same shape and priority
/// until a node, its pods or its promises change.
///
/// It remembers nothing where a filter's answers depend on more than the node.
public interface NodeResultCache<T> {
    Optional<T> get(NodeView node);

    void put(NodeView node, T found);
}
