package dev.berth.spi;

import dev.berth.model.Node;

/// How the pods of a [SelectorGroup] are added up by domain. Equal ones share their counts.
///
/// @param terminating whether pods that are going away count
/// @param on the nodes whose pods count
public record Counting(String topologyKey, boolean terminating, NodeCondition on) {
    /// Which nodes count, by name, labels and taints; whatever else the node says may change
    /// unnoticed. Use constants or records.
    @FunctionalInterface
    public interface NodeCondition {
        NodeCondition ALWAYS = node -> true;

        boolean matches(Node node);
    }

    /// All pods on all nodes.
    public static Counting all(String topologyKey) {
        return new Counting(topologyKey, true, NodeCondition.ALWAYS);
    }
}
