package dev.berth.sim.store;

import org.jspecify.annotations.Nullable;

/// The newest changes, found by revision: every change has the next one, so the ring needs no
/// search.
///
/// Guarded by the store's lock; only [#last] may be read without.
final class History {
    private final @Nullable Change[] ring;
    private final long first;
    private volatile long last;
    private long forgotten;

    /// @param start the revision of the empty store
    History(long start, int capacity) {
        this.ring = new Change[capacity];
        this.first = start;
        this.last = start;
        this.forgotten = start;
    }

    /// The newest revision.
    long last() {
        return last;
    }

    /// The oldest revision a watch can resume from: everything after it is still here.
    long oldest() {
        return Math.max(Math.max(first, forgotten), last - ring.length);
    }

    void add(Change change) {
        long next = last + 1;
        if (change.after().revision() != next) {
            throw new IllegalStateException(
                    "revision " + change.after().revision() + " after " + last);
        }
        ring[slot(next)] = change;
        last = next;
    }

    /// The change that led to this revision, which must be newer than the oldest.
    Change at(long revision) {
        Change change = ring[slot(revision)];
        if (change == null || change.after().revision() != revision) {
            throw new IllegalStateException("revision " + revision + " is not in the history");
        }
        return change;
    }

    /// Forgets all changes up to a revision, as compaction does.
    void compact(long upTo) {
        forgotten = Math.max(forgotten, Math.min(upTo, last));
    }

    private int slot(long revision) {
        return (int) (revision % ring.length);
    }
}
