package dev.berth.spi;

import java.util.Optional;

/// Results that a plugin keeps for each node, for pods with the same pod shape and priority. An
/// entry is dropped when the node, its pods or its nominated pods change.
///
/// The cache stays empty if the results of a filter in the profile depend on more than the node.
public interface NodeResultCache<T> {
    /// The valid result for the node, if there is one.
    Optional<T> get(NodeView node);

    void put(NodeView node, T found);
}
