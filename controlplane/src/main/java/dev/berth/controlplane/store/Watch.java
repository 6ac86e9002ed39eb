package dev.berth.controlplane.store;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A reader's place in the history. Nothing is pushed: the reader takes events when it wants them.
///
/// A watch costs the store nothing while it is not read, and one that does not read what is there
/// for it for too long ends with [StatusReason#EXPIRED], like that of any slow reader. One for
/// which there is nothing keeps up by itself, however much happens to others. A reader on real time
/// registers a wake-up, called after something came in and not again before the watch was read
/// empty.
public final class Watch implements AutoCloseable {
    private final Store store;
    private final ObjectSelection selection;
    private final Runnable wakeUp;
    private final ArrayDeque<WatchEvent> initial = new ArrayDeque<>();
    private long revision;
    private boolean sleeping = true;
    private boolean closed;
    // Nothing for this watch has happened since the revision, which counts as the newest one then.
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

    /// The next event, if there is one now.
    public Optional<WatchEvent> poll() {
        List<WatchEvent> one = read(1);
        return one.isEmpty() ? Optional.empty() : Optional.of(one.getFirst());
    }

    /// Up to `max` events that are there now, in order.
    public List<WatchEvent> read(int max) {
        // Most looks find nothing, and need no lock to do so.
        if (initial.isEmpty() && caughtUp) {
            return List.of();
        }
        return store.locked(() -> take(max));
    }

    /// Why nothing will ever come again, if so.
    public Optional<StatusError> ended() {
        return Optional.ofNullable(ended);
    }

    /// The revision up to which the reader has seen everything, once it has read what was there at
    /// the beginning.
    public long revision() {
        return store.locked(() -> caughtUp ? store.revision() : revision);
    }

    /// The same as an event, for those who resume from one.
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

    /// The wake-up to call for a change, if the reader is waiting for one.
    @Nullable Runnable requeueBy(StoreChange change) {
        if (!sleeping && !caughtUp || change.seenThrough(selection) == null) {
            return null;
        }
        if (caughtUp) {
            revision = change.after().revision() - 1;
            caughtUp = false;
        }
        boolean wakes = sleeping;
        sleeping = false;
        return wakes ? wakeUp : null;
    }
}
