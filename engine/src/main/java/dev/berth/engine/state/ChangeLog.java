package dev.berth.engine.state;

import java.util.Arrays;

/// An append-only ring of changed rows.
///
/// Whoever caches something per row remembers the sequence it has seen and replays the tail; when
/// the ring has lapped it, it rebuilds. One mechanism for all caches.
public final class ChangeLog {
    private static final int LARGEST = 1 << 14;

    private int[] ring = new int[1 << 6];
    private long next;

    /// The sequence number the next change will get.
    public long head() {
        return next;
    }

    /// Pods came or went on the row.
    void load(int row) {
        append(row << 1);
    }

    /// The row's node changed, came or went.
    void attributes(int row) {
        append(row << 1 | 1);
    }

    private void append(int change) {
        if (next == ring.length && ring.length < LARGEST) {
            ring = Arrays.copyOf(ring, ring.length * 2);
        }
        ring[(int) next++ & (ring.length - 1)] = change;
    }

    /// Whether changes after `seen` have been overwritten.
    public boolean lapped(long seen) {
        return next - seen > ring.length;
    }

    public int row(long sequence) {
        return ring[(int) sequence & (ring.length - 1)] >>> 1;
    }

    /// Whether the change at `sequence` is one of attributes, not of load alone.
    public boolean ofAttributes(long sequence) {
        return (ring[(int) sequence & (ring.length - 1)] & 1) != 0;
    }
}
