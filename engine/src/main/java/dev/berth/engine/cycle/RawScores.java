package dev.berth.engine.cycle;

import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NormalizeScore;

import java.util.Arrays;

/// Raw scores by row that are normalized in proportion to the highest raw score of the candidate
/// rows.
///
/// The highest score is cached with the number of rows that have it, so that a change of one row
/// seldom needs a pass over the others.
final class RawScores {
    private final boolean lowestIsBest;
    private long[] values = {};
    private long highest;
    private int atHighest;
    private boolean anyNegative;

    RawScores(NormalizeScore normalize) {
        this.lowestIsBest = NormalizeScore.LOWEST_IS_BEST.equals(normalize);
    }

    /// Whether scores with this normalization can be cached here.
    static boolean canKeep(NormalizeScore normalize) {
        return NormalizeScore.LOWEST_IS_BEST.equals(normalize)
                || NormalizeScore.HIGHEST_IS_BEST.equals(normalize);
    }

    void growTo(int rows) {
        if (rows > values.length) {
            values = Arrays.copyOf(values, rows);
        }
    }

    long get(int row) {
        return values[row];
    }

    void set(int row, long raw) {
        values[row] = raw;
        anyNegative |= raw < 0;
    }

    /// Whether any raw score was negative, which this normalization does not bring into range.
    boolean anyNegative() {
        return anyNegative;
    }

    /// The highest raw score of the counted rows; at least 0.
    long highest() {
        return highest;
    }

    void count(NodeSet rows) {
        highest = 0;
        atHighest = 0;
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            enter(values[row]);
        }
    }

    void enter(long raw) {
        if (raw > highest) {
            highest = raw;
            atHighest = 1;
        } else if (raw == highest) {
            atHighest++;
        }
    }

    /// Whether no row is left with the highest score, so that all rows must be counted again.
    boolean leave(long raw) {
        return raw == highest && --atHighest == 0 && highest > 0;
    }

    long highestOf(NodeSet rows) {
        long found = 0;
        if (highest > 0) {
            for (int i = 0; i < rows.words(); i++) {
                for (long word = rows.word(i); word != 0; word &= word - 1) {
                    found = Math.max(found, values[(i << 6) + Long.numberOfTrailingZeros(word)]);
                }
            }
        }
        return found;
    }

    /// The normalized score for a raw score if the highest raw score is `max`.
    long normalized(long raw, long max) {
        if (max == 0) {
            return lowestIsBest ? NodeScorer.MAX_SCORE : raw;
        }
        long share = NodeScorer.MAX_SCORE * raw / max;
        return lowestIsBest ? NodeScorer.MAX_SCORE - share : share;
    }
}
