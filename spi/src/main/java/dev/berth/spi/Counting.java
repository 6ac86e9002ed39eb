package dev.berth.spi;

import dev.berth.model.Node;

/// How the pods of a [SelectorGroup] are summed by domain. Equal instances share their counts.
///
/// @param topologyKey the node label whose values are the domains
/// @param terminating whether pods with a deletion timestamp count
/// @param on the nodes whose pods count
public record Counting(String topologyKey, boolean terminating, NodeCondition on) {
    /// Selects nodes by their name, labels and taints. The engine does not evaluate the condition
    /// again when other parts of the node change. Implement conditions as constants or records,
    /// because equal conditions share their counts.
    @FunctionalInterface
    public interface NodeCondition {
        NodeCondition ALWAYS = node -> true;

        boolean matches(Node node);
    }

    /// Counts all pods on all nodes.
    public static Counting all(String topologyKey) {
        return new Counting(topologyKey, true, NodeCondition.ALWAYS);
    }
}
