package dev.berth.spi;

import java.util.Arrays;

/// The scores of the rows of the node table.
public final class Scores {
    private long[] values;

    public Scores(int rows) {
        values = new long[rows];
    }

    public long get(int row) {
        return values[row];
    }

    public void set(int row, long score) {
        values[row] = score;
    }

    /// The internal array, indexed by row, for loops over all rows. It is valid until the next
    /// [#reset].
    public long[] array() {
        return values;
    }

    /// Grows to `rows` rows if necessary, and sets all scores to 0.
    public void reset(int rows) {
        if (values.length < rows) {
            values = new long[rows];
        } else {
            Arrays.fill(values, 0);
        }
    }
}
