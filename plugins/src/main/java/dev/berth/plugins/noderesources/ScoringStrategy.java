package dev.berth.plugins.noderesources;

import dev.berth.spi.Problems;

import java.util.List;
import java.util.Optional;

/// The scoring strategy and its resources; CPU and memory if there are none.
///
/// @param requestedToCapacityRatio only for [Type#REQUESTED_TO_CAPACITY_RATIO]
public record ScoringStrategy(
        Type type,
        List<ResourceWeight> resources,
        Optional<RequestedToCapacityRatio> requestedToCapacityRatio) {
    public static final ScoringStrategy DEFAULT =
            new ScoringStrategy(Type.LEAST_ALLOCATED, List.of(), Optional.empty());

    /// The strategies.
    public enum Type {
        LEAST_ALLOCATED,
        MOST_ALLOCATED,
        REQUESTED_TO_CAPACITY_RATIO
    }

    /// A point of the function from utilization (0 to 100) to score (0 to 10).
    public record ShapePoint(int utilization, int score) {
        private static final int SCALE = 10;

        /// The score (0 to 100) of the function through these points.
        public static long at(List<ShapePoint> points, long utilization) {
            for (int i = 0; i < points.size(); i++) {
                ShapePoint point = points.get(i);
                if (utilization <= point.utilization()) {
                    if (i == 0) {
                        return (long) point.score() * SCALE;
                    }
                    ShapePoint before = points.get(i - 1);
                    return (long) before.score() * SCALE
                            + (long) (point.score() - before.score())
                                    * SCALE
                                    * (utilization - before.utilization())
                                    / (point.utilization() - before.utilization());
                }
            }
            return (long) points.getLast().score() * SCALE;
        }

        /// Reports invalid points; `path` is the path of the list.
        public static void check(String path, List<ShapePoint> shape, Problems out) {
            if (shape.isEmpty()) {
                out.required(path, "at least one point must be specified");
            }
            for (int i = 1; i < shape.size(); i++) {
                if (shape.get(i).utilization() <= shape.get(i - 1).utilization()) {
                    out.add(
                            path + "[" + i + "].utilization",
                            shape.get(i).utilization(),
                            "values must be sorted in increasing order");
                    // Parity: only the first problem is reported.
                    break;
                }
            }
            for (int i = 0; i < shape.size(); i++) {
                shape.get(i).check(path + "[" + i + "]", out);
            }
        }

        private void check(String path, Problems out) {
            if (utilization < 0 || utilization > 100) {
                out.add(path + ".utilization", utilization, "not in valid range [0, 100]");
            }
            if (score < 0 || score > 10) {
                out.add(path + ".score", score, "not in valid range [0, 10]");
            }
        }
    }

    /// The points of the function.
    public record RequestedToCapacityRatio(List<ShapePoint> shape) {
        public RequestedToCapacityRatio {
            shape = List.copyOf(shape);
        }
    }

    public ScoringStrategy {
        resources = ResourceWeight.orDefault(resources);
    }

    /// A strategy with a function through points.
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
