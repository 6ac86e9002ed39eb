package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// The required and preferred node affinity of a pod.
public record NodeAffinity(
        Optional<List<NodeSelectorTerm>> required, Optional<List<Preferred>> preferred) {
    /// A preferred term and its weight.
    public record Preferred(int weight, NodeSelectorTerm term) {}

    public NodeAffinity {
        required = required.map(List::copyOf);
        preferred = preferred.map(List::copyOf);
    }
}
