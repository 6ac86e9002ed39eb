package dev.berth.observe.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Counts observations by size.
///
/// Like [Counter], a histogram has one writing thread without atomic additions, or several. A
/// reader can see an observation in its bucket before it is in the sum.
final class Histogram implements MetricCell {
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    private final Buckets buckets;
    private final long[] limits;
    private final boolean shared;

    /// The buckets, the bucket without a bound, then the sum.
    private final long[] cells;

    private volatile long[] base;

    Histogram(Buckets buckets, boolean shared) {
        this.buckets = buckets;
        this.limits = buckets.limits();
        this.shared = shared;
        this.cells = new long[limits.length + 2];
        this.base = new long[cells.length];
    }

    /// @param size in the unit of the buckets: nanoseconds, bytes, or a count
    void observe(long size) {
        int bucket = 0;
        while (bucket < limits.length && size > limits[bucket]) {
            bucket++;
        }
        add(bucket, 1);
        add(cells.length - 1, size);
    }

    private void add(int cell, long more) {
        if (shared) {
            CELLS.getAndAdd(cells, cell, more);
        } else {
            CELLS.setOpaque(cells, cell, (long) CELLS.get(cells, cell) + more);
        }
    }

    private long[] read() {
        var now = new long[cells.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = (long) CELLS.getOpaque(cells, i);
        }
        return now;
    }

    long count() {
        long[] now = read();
        long count = 0;
        for (int i = 0; i <= limits.length; i++) {
            count += now[i] - base[i];
        }
        return count;
    }

    @Override
    public void reset() {
        base = read();
    }

    @Override
    public void write(Samples out) {
        long[] now = read();
        long[] before = base;
        long count = 0;
        for (int i = 0; i <= limits.length; i++) {
            count += now[i] - before[i];
            out.sample(
                    "_bucket",
                    i < limits.length ? buckets.bounds()[i] : Double.POSITIVE_INFINITY,
                    (double) count);
        }
        int sum = now.length - 1;
        out.sample("_sum", Double.NaN, (double) (now[sum] - before[sum]) / buckets.perUnit());
        out.sample("_count", Double.NaN, (double) count);
    }
}
