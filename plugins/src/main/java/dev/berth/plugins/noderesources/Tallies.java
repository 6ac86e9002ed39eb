package dev.berth.plugins.noderesources;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;

import java.util.List;

/// The three ways to score an allocation.
final class Tallies {
    static final AllocationScorer.Tally LEAST_ALLOCATED =
            (requested, capacity) ->
                    requested > capacity ? 0 : (capacity - requested) * 100 / capacity;

    static final AllocationScorer.Tally MOST_ALLOCATED =
            (requested, capacity) -> Math.min(requested, capacity) * 100 / capacity;

    private Tallies() {}

    static AllocationScorer.Tally of(ScoringStrategy strategy) {
        return switch (strategy.type()) {
            case LEAST_ALLOCATED -> LEAST_ALLOCATED;
            case MOST_ALLOCATED -> MOST_ALLOCATED;
            case REQUESTED_TO_CAPACITY_RATIO -> new ByShape(strategy.shape());
        };
    }

    /// Utilization to score along a line through the configured points.
    private record ByShape(List<ShapePoint> points) implements AllocationScorer.Tally {
        @Override
        public long score(long requested, long capacity) {
            return ShapePoint.at(points, requested > capacity ? 100 : requested * 100 / capacity);
        }

        // Parity: a resource that scores nothing is left out of both sums, and the mean is rounded
        // half away from zero.
        @Override
        public boolean counts(long score) {
            return score > 0;
        }

        @Override
        public long combine(long weightedScores, long weights) {
            return weights == 0 ? 0 : Math.round((double) weightedScores / (double) weights);
        }
    }
}
