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

    /// Takes over the first `rows` scores of `other`.
    public void setTo(Scores other, int rows) {
        if (values.length < rows) {
            values = new long[rows];
        }
        System.arraycopy(other.values, 0, values, 0, rows);
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
