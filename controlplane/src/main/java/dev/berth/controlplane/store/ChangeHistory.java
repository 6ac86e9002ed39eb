package dev.berth.controlplane.store;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// The newest changes, found by revision: every change has the next one, so the ring needs no
/// search. It holds no more than so many, of no more than so many bytes in all, and none that are
/// older than what a real server keeps.
///
/// Guarded by the store's lock; only [#last] may be read without.
final class ChangeHistory {
    /// Parity: the API server has etcd forget what is five minutes old.
    static final Duration AGE = Duration.ofMinutes(5);

    /// By the weight of whole objects, of which most share their parts with others.
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

    /// The oldest revision a watch can resume from: everything after it is still here.
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

    /// The change that led to this revision, which must be newer than the oldest.
    StoreChange at(long revision) {
        StoreChange change = ring[slot(revision)];
        if (change == null || change.after().revision() != revision) {
            throw new IllegalStateException("revision " + revision + " is not in the history");
        }
        return change;
    }

    /// Forgets all changes up to a revision, as compaction does.
    void compact(long upTo) {
        while (forgotten < Math.min(upTo, last)) {
            forget();
        }
    }

    private int slot(long revision) {
        return (int) (revision % ring.length);
    }
}
