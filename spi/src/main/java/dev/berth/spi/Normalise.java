package dev.berth.spi;

/// Brings the raw scores of the feasible nodes into 0..100, in place.
@FunctionalInterface
public interface Normalise {
    void apply(NodeSet feasible, Scores scores);

    /// Scores are within 0..100 as they are.
    Normalise NONE = (feasible, scores) -> {};

    /// In proportion to the highest, which gets 100.
    Normalise HIGHEST_IS_BEST = (feasible, scores) -> proportion(feasible, scores, false);

    /// 100 less the proportion to the highest, which gets 0.
    Normalise LOWEST_IS_BEST = (feasible, scores) -> proportion(feasible, scores, true);

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
