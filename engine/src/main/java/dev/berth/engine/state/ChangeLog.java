package dev.berth.engine.state;

/// An append-only ring of changed rows.
///
/// Whoever caches something per row remembers the sequence it has seen and replays the tail; when
/// the ring has lapped it, it rebuilds. One mechanism for all caches.
public final class ChangeLog {
    private static final int SIZE = 1 << 14;

    private final int[] ring = new int[SIZE];
    private long next;

    /// The sequence number the next change will get.
    public long head() {
        return next;
    }

    /// Pods came or went on the row.
    void load(int row) {
        ring[(int) next++ & (SIZE - 1)] = row << 1;
    }

    /// The row's node changed, came or went.
    void attributes(int row) {
        ring[(int) next++ & (SIZE - 1)] = row << 1 | 1;
    }

    /// Whether changes after `seen` have been overwritten.
    public boolean lapped(long seen) {
        return next - seen > SIZE;
    }

    public int row(long sequence) {
        return ring[(int) sequence & (SIZE - 1)] >>> 1;
    }

    /// Whether the change at `sequence` is one of attributes, not of load alone.
    public boolean ofAttributes(long sequence) {
        return (ring[(int) sequence & (SIZE - 1)] & 1) != 0;
    }
}
