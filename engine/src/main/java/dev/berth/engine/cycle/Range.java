package dev.berth.engine.cycle;

import dev.berth.spi.NodeSet;
import dev.berth.spi.Normalise;
import dev.berth.spi.Scores;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// The lowest and the highest score of one plugin in this cycle, and what each score is worth.
///
/// Scores are counts more often than not, so few values differ: what each is worth is worked out
/// once and looked up for all rows that have it.
final class Range {
    private static final int TABLE = 2048;
    private static final long UNKNOWN = Long.MIN_VALUE;

    private long[] worth = {};
    private long lowest;
    private long highest;

    /// Adds to `totals` what the scores are worth.
    ///
    /// @param weighted the weighted value of a normalised score
    void add(
            Normalise.ByRange normalise,
            Scores scores,
            NodeSet feasible,
            long[] totals,
            LongUnaryOperator weighted) {
        measure(scores, feasible, normalise.leftOut());
        if (highest < lowest) {
            return;
        }
        long span = highest - lowest;
        if (span < 0 || span >= TABLE) {
            addOneByOne(normalise, scores, feasible, totals, weighted);
            return;
        }
        if (worth.length <= span) {
            worth = new long[TABLE];
        }
        Arrays.fill(worth, 0, (int) span + 1, UNKNOWN);
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = counted(feasible, normalise.leftOut(), i);
                    word != 0;
                    word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                int above = (int) (scores.get(row) - lowest);
                long value = worth[above];
                if (value == UNKNOWN) {
                    value =
                            weighted.applyAsLong(
                                    normalise.formula().of(lowest + above, lowest, highest));
                    worth[above] = value;
                }
                totals[row] += value;
            }
        }
    }

    private void measure(Scores scores, NodeSet feasible, NodeSet leftOut) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = counted(feasible, leftOut, i); word != 0; word &= word - 1) {
                long score = scores.get((i << 6) + Long.numberOfTrailingZeros(word));
                low = Math.min(low, score);
                high = Math.max(high, score);
            }
        }
        lowest = low;
        highest = high;
    }

    private static long counted(NodeSet feasible, NodeSet leftOut, int index) {
        return feasible.word(index) & ~leftOut.word(index);
    }

    private void addOneByOne(
            Normalise.ByRange normalise,
            Scores scores,
            NodeSet feasible,
            long[] totals,
            LongUnaryOperator weighted) {
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = counted(feasible, normalise.leftOut(), i);
                    word != 0;
                    word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                totals[row] +=
                        weighted.applyAsLong(
                                normalise.formula().of(scores.get(row), lowest, highest));
            }
        }
    }

    /// What a row's score is worth, not weighted.
    long normalised(Normalise.ByRange normalise, long score, int row) {
        return normalise.leftOut().contains(row)
                ? 0
                : normalise.formula().of(score, lowest, highest);
    }
}
