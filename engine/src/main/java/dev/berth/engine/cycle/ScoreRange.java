package dev.berth.engine.cycle;

import dev.berth.spi.NodeSet;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;

import java.util.function.LongUnaryOperator;

/// The lowest and the highest raw score of one plugin in this cycle, and the normalized scores.
///
/// Most raw scores are small counts, so few values differ: each normalized score is computed once
/// and looked up for all rows with this value. Rows that are not candidates first get the score of
/// one that is, so that all loops run over the whole column without a test.
final class ScoreRange {
    private static final int TABLE = 512;

    private long[] score = {};
    private long lowest;
    private long highest;

    /// Adds the weighted normalized scores to `totals`.
    ///
    /// @param weighted the weighted value of a normalized score
    void add(
            NormalizeScore.ByRange normalize,
            Scores scores,
            NodeSet feasible,
            int rows,
            long[] totals,
            LongUnaryOperator weighted) {
        long[] given = scores.array();
        int one = firstCounted(feasible, normalize.leftOut());
        if (one < 0) {
            return;
        }
        level(given, rows, feasible, normalize.leftOut(), given[one]);
        measure(given, rows);
        NormalizeScore.Formula formula = normalize.formula();
        if (lowest == highest) {
            long equal = weighted.applyAsLong(formula.of(lowest, lowest, highest));
            if (equal == 0 || normalize.leftOut().isEmpty()) {
                // All rows get the same score, which does not change the order; the score card adds
                // it.
                return;
            }
        }
        if (tabulate(formula, rows, weighted)) {
            long from = lowest;
            for (int row = 0; row < rows; row++) {
                totals[row] += score[(int) (given[row] - from)];
            }
        } else {
            for (int row = 0; row < rows; row++) {
                totals[row] += weighted.applyAsLong(formula.of(given[row], lowest, highest));
            }
        }
        takeBack(normalize, given, feasible, totals, weighted);
    }

    /// Computes the normalized score of every value from the lowest to the highest, if that takes
    /// fewer calls than one per row. Returns false if it does not, or if the formula fails for a
    /// value that perhaps no row has.
    private boolean tabulate(NormalizeScore.Formula formula, int rows, LongUnaryOperator weighted) {
        long values = highest - lowest + 1;
        if (values <= 0 || values > Math.min(TABLE, rows)) {
            return false;
        }
        if (score.length < values) {
            score = new long[(int) Math.max(values, score.length * 2L)];
        }
        try {
            for (int i = 0; i < values; i++) {
                score[i] = weighted.applyAsLong(formula.of(lowest + i, lowest, highest));
            }
            return true;
        } catch (RuntimeException problem) {
            return false;
        }
    }

    private static int firstCounted(NodeSet feasible, NodeSet leftOut) {
        for (int i = 0; i < feasible.words(); i++) {
            long word = feasible.word(i) & ~leftOut.word(i);
            if (word != 0) {
                return (i << 6) + Long.numberOfTrailingZeros(word);
            }
        }
        return -1;
    }

    private static void level(
            long[] given, int rows, NodeSet feasible, NodeSet leftOut, long score) {
        for (int i = 0; i << 6 < rows; i++) {
            long word = ~(feasible.word(i) & ~leftOut.word(i));
            for (; word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                if (row < rows) {
                    given[row] = score;
                }
            }
        }
    }

    private void measure(long[] given, int rows) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int row = 0; row < rows; row++) {
            low = Math.min(low, given[row]);
            high = Math.max(high, given[row]);
        }
        lowest = low;
        highest = high;
    }

    /// Subtracts the scores of candidate rows that the normalization leaves out.
    private void takeBack(
            NormalizeScore.ByRange normalize,
            long[] given,
            NodeSet feasible,
            long[] totals,
            LongUnaryOperator weighted) {
        for (int i = 0; i < normalize.leftOut().words(); i++) {
            long word = feasible.word(i) & normalize.leftOut().word(i);
            for (; word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                totals[row] -=
                        weighted.applyAsLong(normalize.formula().of(given[row], lowest, highest));
            }
        }
    }

    /// The normalized score of a row, without weight.
    long normalized(NormalizeScore.ByRange normalize, long score, int row) {
        return normalize.leftOut().contains(row)
                ? 0
                : normalize.formula().of(score, lowest, highest);
    }
}
