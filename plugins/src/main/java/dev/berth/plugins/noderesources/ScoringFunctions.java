package dev.berth.plugins.noderesources;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;

import java.util.List;

/// The scoring functions of the strategies.
final class ScoringFunctions {
    static final AllocationScorer.Tally LEAST_ALLOCATED =
            (requested, capacity) ->
                    requested > capacity ? 0 : (capacity - requested) * 100 / capacity;

    static final AllocationScorer.Tally MOST_ALLOCATED =
            (requested, capacity) -> Math.min(requested, capacity) * 100 / capacity;

    private ScoringFunctions() {}

    static AllocationScorer.Tally of(ScoringStrategy strategy) {
        return switch (strategy.type()) {
            case LEAST_ALLOCATED -> LEAST_ALLOCATED;
            case MOST_ALLOCATED -> MOST_ALLOCATED;
            case REQUESTED_TO_CAPACITY_RATIO -> new ByShape(strategy.shape(), false);
        };
    }

    /// A function through points, as in kube-scheduler 1.18.
    static AllocationScorer.Tally ofOld(List<ShapePoint> shape) {
        return new ByShape(List.copyOf(shape), true);
    }

    /// A piecewise linear function from utilization to score.
    ///
    /// @param old whether utilization is rounded up and every resource counts
    private record ByShape(List<ShapePoint> points, boolean old) implements AllocationScorer.Tally {
        @Override
        public long score(long requested, long capacity) {
            return ShapePoint.at(points, utilization(requested, capacity));
        }

        private long utilization(long requested, long capacity) {
            if (requested > capacity || capacity == 0) {
                return 100;
            }
            return old ? 100 - (capacity - requested) * 100 / capacity : requested * 100 / capacity;
        }

        @Override
        public boolean everything() {
            return old;
        }

        // Parity: a resource with a score of 0 is excluded from both sums, and the mean is rounded
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
