package dev.berth.controlplane.store;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// The recent changes by revision, in a ring. Revisions are consecutive, so that a change is found
/// without a search. The number of changes, their total size and their age are limited.
///
/// The store's lock guards this class. Only [#last] can be called without it.
final class ChangeHistory {
    /// Parity: `--etcd-compaction-interval`. The API server compacts changes after five minutes.
    static final Duration AGE = Duration.ofMinutes(5);

    /// The size of complete objects, although most of them share parts.
    static final long BYTES = 256L << 20;

    private final @Nullable StoreChange[] ring;
    private final int[] weights;
    private final long[] times;
    private final long maxBytes;
    private volatile long last;
    private long forgotten;
    private long bytes;

    /// @param start the revision of the empty store
    ChangeHistory(long start, int capacity, long maxBytes) {
        this.ring = new StoreChange[capacity];
        this.weights = new int[capacity];
        this.times = new long[capacity];
        this.maxBytes = maxBytes;
        this.last = start;
        this.forgotten = start;
    }

    /// The newest revision.
    long last() {
        return last;
    }

    /// The oldest revision that a watch can resume from. All later changes are in the history.
    long oldest() {
        return forgotten;
    }

    void add(StoreChange change, long nanos) {
        long next = last + 1;
        if (change.after().revision() != next) {
            throw new IllegalStateException(
                    "revision " + change.after().revision() + " after " + last);
        }
        int weight = TreeSize.of(change.after().json());
        long young = nanos - AGE.toNanos();
        while (forgotten < last
                && (last - forgotten >= ring.length
                        || bytes + weight > maxBytes
                        || times[slot(forgotten + 1)] < young)) {
            forget();
        }
        int slot = slot(next);
        ring[slot] = change;
        weights[slot] = weight;
        times[slot] = nanos;
        bytes += weight;
        last = next;
    }

    private void forget() {
        int slot = slot(++forgotten);
        bytes -= weights[slot];
        ring[slot] = null;
    }

    /// The change with this revision, which must be newer than the oldest one.
    StoreChange at(long revision) {
        StoreChange change = ring[slot(revision)];
        if (change == null || change.after().revision() != revision) {
            throw new IllegalStateException("revision " + revision + " is not in the history");
        }
        return change;
    }

    /// Removes all changes up to a revision, as compaction does.
    void compact(long upTo) {
        while (forgotten < Math.min(upTo, last)) {
            forget();
        }
    }

    private int slot(long revision) {
        return (int) (revision % ring.length);
    }
}
