package dev.berth.spi;

/// Brings the raw scores of the feasible nodes into 0..100, in place.
@FunctionalInterface
public interface NormalizeScore {
    void apply(NodeSet feasible, Scores scores);

    /// Scores are within 0..100 as they are.
    NormalizeScore NONE = (feasible, scores) -> {};

    /// In proportion to the highest, which gets 100.
    NormalizeScore HIGHEST_IS_BEST = (feasible, scores) -> proportion(feasible, scores, false);

    /// 100 less the proportion to the highest, which gets 0.
    NormalizeScore LOWEST_IS_BEST = (feasible, scores) -> proportion(feasible, scores, true);

    /// By a formula of the score and of the lowest and highest of all.
    static NormalizeScore byRange(Formula formula) {
        return new ByRange(formula, NodeSet.empty());
    }

    /// As [#byRange(Formula)], where `leftOut` rows get 0 and count for neither the lowest nor the
    /// highest.
    static NormalizeScore byRange(Formula formula, NodeSet leftOut) {
        return new ByRange(formula, leftOut);
    }

    /// What a score is worth among others.
    @FunctionalInterface
    interface Formula {
        long of(long score, long lowest, long highest);
    }

    /// Each score by itself, once the lowest and the highest are known.
    record ByRange(Formula formula, NodeSet leftOut) implements NormalizeScore {
        @Override
        public void apply(NodeSet feasible, Scores scores) {
            long lowest = Long.MAX_VALUE;
            long highest = Long.MIN_VALUE;
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                if (!leftOut.contains(row)) {
                    lowest = Math.min(lowest, scores.get(row));
                    highest = Math.max(highest, scores.get(row));
                }
            }
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                scores.set(
                        row,
                        leftOut.contains(row) ? 0 : formula.of(scores.get(row), lowest, highest));
            }
        }
    }

    private static void proportion(NodeSet feasible, Scores scores, boolean reverse) {
        long max = 0;
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            max = Math.max(max, scores.get(row));
        }
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            if (max == 0) {
                if (reverse) {
                    scores.set(row, NodeScorer.MAX_SCORE);
                }
            } else {
                long share = NodeScorer.MAX_SCORE * scores.get(row) / max;
                scores.set(row, reverse ? NodeScorer.MAX_SCORE - share : share);
            }
        }
    }
}
