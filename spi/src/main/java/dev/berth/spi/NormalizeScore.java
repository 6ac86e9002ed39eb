package dev.berth.spi;

/// Scales the raw scores of the feasible nodes to 0..100, in place (kube-scheduler:
/// `NormalizeScore`). Called on the scheduling thread after all feasible nodes are scored.
@FunctionalInterface
public interface NormalizeScore {
    /// Replaces the scores of the rows in `feasible`.
    void apply(NodeSet feasible, Scores scores);

    /// Leaves the scores unchanged; they are within 0..100 already.
    NormalizeScore NONE = (feasible, scores) -> {};

    /// Scales in proportion to the highest score, which becomes 100 (kube-scheduler:
    /// `DefaultNormalizeScore`).
    NormalizeScore HIGHEST_IS_BEST = (feasible, scores) -> proportion(feasible, scores, false);

    /// As [#HIGHEST_IS_BEST], with every result subtracted from 100, so that the highest score
    /// becomes 0 (kube-scheduler: `DefaultNormalizeScore` with `reverse`).
    NormalizeScore LOWEST_IS_BEST = (feasible, scores) -> proportion(feasible, scores, true);

    /// Scales each score by a formula of the score and of the lowest and the highest score.
    static NormalizeScore byRange(Formula formula) {
        return new ByRange(formula, NodeSet.empty());
    }

    /// As [#byRange(Formula)]. The rows in `leftOut` get 0 and do not count for the lowest and
    /// highest scores.
    static NormalizeScore byRange(Formula formula, NodeSet leftOut) {
        return new ByRange(formula, leftOut);
    }

    /// The normalized score for a raw score, given the lowest and the highest raw score.
    @FunctionalInterface
    interface Formula {
        long of(long score, long lowest, long highest);
    }

    /// The normalization that [#byRange] returns.
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
