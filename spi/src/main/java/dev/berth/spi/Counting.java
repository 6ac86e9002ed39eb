package dev.berth.spi;

import dev.berth.model.Node;

/// How the pods of a [SelectorGroup] are added up by domain. Equal ones share their counts.
///
/// @param terminating whether pods that are going away count
/// @param on the nodes whose pods count
public record Counting(String topologyKey, boolean terminating, Condition on) {
    /// Which nodes count, by name, labels and taints; whatever else the node says may change
    /// unnoticed. Use constants or records.
    @FunctionalInterface
    public interface Condition {
        Condition ALWAYS = node -> true;

        boolean holds(Node node);
    }

    /// All pods on all nodes.
    public static Counting all(String topologyKey) {
        return new Counting(topologyKey, true, Condition.ALWAYS);
    }
}
