package dev.berth.spi;

/// A column of the node table: one `long` for each row.
public final class LongColumn {
    private final long[] values;

    /// Creates a read-only view of `values`. The caller keeps the array and can change it.
    public LongColumn(long[] values) {
        this.values = values;
    }

    public long get(int row) {
        return values[row];
    }

    /// The rows of word `index` (see [NodeSet#word]) with a value below `limit`, as bits.
    public long below(int index, long limit) {
        int from = index << 6;
        int to = Math.min(from + 64, values.length);
        long bits = 0;
        for (int row = from; row < to; row++) {
            bits |= (values[row] < limit ? 1L : 0L) << row;
        }
        return bits;
    }
}
