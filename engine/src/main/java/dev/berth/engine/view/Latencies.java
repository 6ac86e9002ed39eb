package dev.berth.engine.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/// Counts of durations in buckets that grow by a quarter of a power of two: a quantile is at most
/// 19 % too high, whatever its size.
public final class Latencies {
    private static final int BUCKETS = 40 * 4;

    private final long[] counts = new long[BUCKETS];

    public void add(long nanos) {
        counts[bucket(nanos)]++;
    }

    /// The counts up to the last bucket that is not 0.
    public List<Long> counts() {
        int end = BUCKETS;
        while (end > 0 && counts[end - 1] == 0) {
            end--;
        }
        var copy = new ArrayList<Long>(end);
        for (int i = 0; i < end; i++) {
            copy.add(counts[i]);
        }
        return Collections.unmodifiableList(copy);
    }

    static int bucket(long nanos) {
        if (nanos < 4) {
            return (int) Math.max(0, nanos);
        }
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        int quarter = (int) (nanos >>> (power - 2)) & 3;
        return Math.min(BUCKETS - 1, (power - 1) * 4 + quarter);
    }

    /// The highest duration that belongs to a bucket.
    static long highest(int bucket) {
        if (bucket < 4) {
            return bucket;
        }
        int power = bucket / 4 + 1;
        return ((5L + bucket % 4) << (power - 2)) - 1;
    }

    /// The duration that a share of the durations between two moments did not exceed; empty if
    /// there were none.
    public static OptionalLong quantile(List<Long> before, List<Long> after, double share) {
        long total = 0;
        for (int i = 0; i < after.size(); i++) {
            total += added(before, after, i);
        }
        long wanted = (long) Math.ceil(total * share);
        long seen = 0;
        for (int i = 0; i < after.size(); i++) {
            seen += added(before, after, i);
            if (seen > 0 && seen >= wanted) {
                return OptionalLong.of(highest(i));
            }
        }
        return OptionalLong.empty();
    }

    private static long added(List<Long> before, List<Long> after, int bucket) {
        return after.get(bucket) - (bucket < before.size() ? before.get(bucket) : 0);
    }
}
