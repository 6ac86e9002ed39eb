package dev.berth.kube.event;

import dev.berth.kubeclient.wire.EventBody;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// An event that was written and may happen again, and what is still to be written of it.
final class RecordedEvent {
    private final EventBody first;
    private Optional<EventBody.Series> series = Optional.empty();

    /// What is to be written, in this order; one thing at a time, so that a patch never overtakes
    /// what it changes.
    private final Deque<EventBody> unwritten = new ArrayDeque<>();

    private int tries;

    RecordedEvent(EventBody first) {
        this.first = first;
    }

    EventBody first() {
        return first;
    }

    boolean repeated() {
        return series.isPresent();
    }

    /// It happened again.
    ///
    /// @return whether that is to be written
    boolean again(Instant now) {
        int count = series.map(EventBody.Series::count).orElse(1) + 1;
        series = Optional.of(new EventBody.Series(count, now));
        return count == 2;
    }

    /// When it happened last.
    Instant last() {
        return series.map(EventBody.Series::last).orElse(first.time());
    }

    /// Lays what is known now in the row of what is to be written.
    ///
    /// @return whether nothing was in that row before
    boolean write() {
        unwritten.add(series.map(first::with).orElse(first));
        return unwritten.size() == 1;
    }

    EventBody next() {
        return unwritten.getFirst();
    }

    /// @return whether there is more to write
    boolean done() {
        unwritten.removeFirst();
        tries = 0;
        return !unwritten.isEmpty();
    }

    /// One more try came to nothing.
    int failed() {
        return ++tries;
    }
}
