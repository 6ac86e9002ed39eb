package dev.berth.engine.cycle;

import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NormalizeScore;

import java.util.Arrays;

/// Raw scores by row that are set in proportion to the highest among the rows in question.
///
/// The highest is kept with the number of rows that have it, so that a row that changes seldom
/// needs a look at the others.
final class RawScores {
    private final boolean lowestIsBest;
    private long[] values = {};
    private long highest;
    private int atHighest;
    private boolean anyNegative;

    RawScores(NormalizeScore normalize) {
        this.lowestIsBest = NormalizeScore.LOWEST_IS_BEST.equals(normalize);
    }

    /// Whether scores so normalised can be kept here.
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

    /// Whether a plugin ever gave less than 0, which no normalising brings into range.
    boolean anyNegative() {
        return anyNegative;
    }

    /// The highest over the rows counted; never below 0.
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

    /// Whether no row is left with the highest value, so that all must be counted again.
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

    /// What a raw score is worth where the highest is `max`.
    long normalized(long raw, long max) {
        if (max == 0) {
            return lowestIsBest ? NodeScorer.MAX_SCORE : raw;
        }
        long share = NodeScorer.MAX_SCORE * raw / max;
        return lowestIsBest ? NodeScorer.MAX_SCORE - share : share;
    }
}
