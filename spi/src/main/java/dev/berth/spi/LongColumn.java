package dev.berth.spi;

/// One number per row of the node table.
public final class LongColumn {
    private final long[] values;

    /// A view of `values`, which stays the owner's.
    public LongColumn(long[] values) {
        this.values = values;
    }

    public long get(int row) {
        return values[row];
    }

    /// The rows of word `index` whose value is below `limit`, as bits.
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
