package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// Which nodes a pod must or would rather run on.
public record NodeAffinity(
        Optional<List<NodeSelectorTerm>> required, Optional<List<Preferred>> preferred) {
    /// A term with the weight it adds to a node's score.
    public record Preferred(int weight, NodeSelectorTerm term) {}

    public NodeAffinity {
        required = required.map(List::copyOf);
        preferred = preferred.map(List::copyOf);
    }
}
