package dev.berth.plugins.noderesources;

import java.util.List;
import java.util.Optional;

/// Whether emptier or fuller nodes are better, and by which resources: cpu and memory when none is
/// named.
///
/// @param requestedToCapacityRatio only for [Type#REQUESTED_TO_CAPACITY_RATIO]
public record ScoringStrategy(
        Type type,
        List<ResourceWeight> resources,
        Optional<RequestedToCapacityRatio> requestedToCapacityRatio) {
    public static final ScoringStrategy DEFAULT =
            new ScoringStrategy(Type.LEAST_ALLOCATED, List.of(), Optional.empty());

    /// The strategies there are.
    public enum Type {
        LEAST_ALLOCATED,
        MOST_ALLOCATED,
        REQUESTED_TO_CAPACITY_RATIO
    }

    /// A point of the line from utilization (0 to 100) to score (0 to 10).
    public record ShapePoint(int utilization, int score) {}

    /// The line through these points.
    public record RequestedToCapacityRatio(List<ShapePoint> shape) {
        public RequestedToCapacityRatio {
            shape = List.copyOf(shape);
        }
    }

    public ScoringStrategy {
        resources = ResourceWeight.orUsual(resources);
    }

    /// Scores along a line.
    public static ScoringStrategy along(List<ResourceWeight> resources, List<ShapePoint> shape) {
        return new ScoringStrategy(
                Type.REQUESTED_TO_CAPACITY_RATIO,
                resources,
                Optional.of(new RequestedToCapacityRatio(shape)));
    }

    List<ShapePoint> shape() {
        return requestedToCapacityRatio.map(RequestedToCapacityRatio::shape).orElse(List.of());
    }
}
