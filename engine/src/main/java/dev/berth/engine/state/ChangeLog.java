package dev.berth.engine.state;

import java.util.Arrays;

/// An append-only ring of changed rows.
///
/// A cache by row remembers the sequence number that it has seen and replays the changes since. If
/// the ring has overwritten them, the cache is rebuilt.
public final class ChangeLog {
    private static final int LARGEST = 1 << 14;

    private int[] ring = new int[1 << 6];
    private long next;

    /// The sequence number the next change will get.
    public long head() {
        return next;
    }

    /// Pods were added to the row or removed from it.
    void load(int row) {
        append(row << 1);
    }

    /// The row's node was added, changed or removed.
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

    /// Whether the change at `sequence` is a change of the node, not of its pods alone.
    public boolean ofAttributes(long sequence) {
        return (ring[(int) sequence & (ring.length - 1)] & 1) != 0;
    }
}
