package dev.berth.controlplane.store;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A position in the history of the store. The reader takes the events; the store does not push
/// them.
///
/// A watch that is not read uses no resources of the store. A watch whose reader lags too far
/// behind ends with [StatusReason#EXPIRED]. Changes that do not concern a watch do not make it lag.
/// A reader on real time registers a `wakeUp` callback. The store calls it when an event arrives,
/// and not again before the reader has read all events.
public final class Watch implements AutoCloseable {
    private final Store store;
    private final ObjectSelection selection;
    private final Runnable wakeUp;
    private final ArrayDeque<WatchEvent> initial = new ArrayDeque<>();
    private long revision;
    private boolean sleeping = true;
    private boolean closed;
    // No change concerns this watch since `revision`, so that its revision is that of the store.
    private volatile boolean caughtUp;
    private volatile @Nullable StatusError ended;

    Watch(
            Store store,
            ObjectSelection selection,
            long revision,
            List<WatchEvent> initial,
            Runnable wakeUp) {
        this.store = store;
        this.selection = selection;
        this.revision = revision;
        this.caughtUp = revision == store.revision();
        this.initial.addAll(initial);
        this.wakeUp = wakeUp;
    }

    /// The next event, if one is available.
    public Optional<WatchEvent> poll() {
        List<WatchEvent> one = read(1);
        return one.isEmpty() ? Optional.empty() : Optional.of(one.getFirst());
    }

    /// Up to `max` available events, in order.
    public List<WatchEvent> read(int max) {
        // Most reads find no event, and need no lock.
        if (initial.isEmpty() && caughtUp) {
            return List.of();
        }
        return store.locked(() -> take(max));
    }

    /// The error that ended the watch.
    public Optional<StatusError> ended() {
        return Optional.ofNullable(ended);
    }

    /// The revision up to which the reader has received all events, after it has read the initial
    /// events.
    public long revision() {
        return store.locked(() -> caughtUp ? store.revision() : revision);
    }

    /// A bookmark with the current revision, from which a reader can resume.
    public WatchEvent bookmark() {
        return new WatchEvent(WatchEvent.Type.BOOKMARK, store.bookmark(selection, revision()));
    }

    @Override
    public void close() {
        store.locked(() -> {
            closed = true;
            store.forget(this);
            return this;
        });
    }

    ObjectSelection selection() {
        return selection;
    }

    private List<WatchEvent> take(int max) {
        var events = new ArrayList<WatchEvent>(Math.min(max, 64));
        while (events.size() < max && !initial.isEmpty()) {
            events.add(initial.removeFirst());
        }
        if (closed || ended != null || caughtUp) {
            sleeping |= initial.isEmpty();
            return events;
        }
        ChangeHistory history = store.history();
        if (revision < history.oldest()) {
            ended = StatusError.expired(revision, history.oldest());
            store.forget(this);
            return events;
        }
        while (events.size() < max && revision < history.last()) {
            WatchEvent event = history.at(++revision).seenThrough(selection);
            if (event != null) {
                events.add(event);
            }
        }
        caughtUp = revision == history.last();
        sleeping = caughtUp;
        return events;
    }

    /// The callback for a change, if the reader waits for one.
    @Nullable Runnable callbackFor(StoreChange change) {
        if (!sleeping && !caughtUp || change.seenThrough(selection) == null) {
            return null;
        }
        if (caughtUp) {
            revision = change.after().revision() - 1;
            caughtUp = false;
        }
        boolean waiting = sleeping;
        sleeping = false;
        return waiting ? wakeUp : null;
    }
}
