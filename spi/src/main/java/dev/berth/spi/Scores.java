package dev.berth.spi;

import java.util.Arrays;

/// Scores by row.
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

    /// The scores as they stand in memory, for loops over all rows; good until the next [#reset].
    public long[] array() {
        return values;
    }

    /// Makes room for `rows` and sets all to 0.
    public void reset(int rows) {
        if (values.length < rows) {
            values = new long[rows];
        } else {
            Arrays.fill(values, 0);
        }
    }
}
