package dev.berth.plugins.noderesources;

import java.util.List;

/// Whether emptier or fuller nodes are better, and by which resources.
///
/// @param shape only for [Type#REQUESTED_TO_CAPACITY_RATIO]
public record ScoringStrategy(Type type, List<ResourceWeight> resources, List<ShapePoint> shape) {
    public static final ScoringStrategy DEFAULT =
            new ScoringStrategy(Type.LEAST_ALLOCATED, ResourceWeight.CPU_AND_MEMORY, List.of());

    /// The strategies by their configured names.
    public enum Type {
        LEAST_ALLOCATED("LeastAllocated"),
        MOST_ALLOCATED("MostAllocated"),
        REQUESTED_TO_CAPACITY_RATIO("RequestedToCapacityRatio");

        private final String key;

        Type(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /// A point of the line from utilization (0 to 100) to score (0 to 10).
    public record ShapePoint(int utilization, int score) {}

    public ScoringStrategy {
        resources = List.copyOf(resources);
        shape = List.copyOf(shape);
    }
}
