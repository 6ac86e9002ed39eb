package dev.berth.kube.event;

import dev.berth.kubeclient.wire.EventBody;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The series of an event, and the writes of the series that are pending.
final class RecordedEvent {
    private final EventBody first;
    private Optional<EventBody.Series> series = Optional.empty();

    /// The pending writes in order. Only one write is in flight at a time, so that a patch never
    /// overtakes the create of its event.
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

    /// Records another occurrence of the event.
    ///
    /// @return whether the series must be written
    boolean again(Instant now) {
        int count = series.map(EventBody.Series::count).orElse(1) + 1;
        series = Optional.of(new EventBody.Series(count, now));
        return count == 2;
    }

    /// The time of the last occurrence.
    Instant last() {
        return series.map(EventBody.Series::last).orElse(first.time());
    }

    /// Appends the current state of the series to the pending writes.
    ///
    /// @return whether there were no pending writes before
    boolean write() {
        unwritten.add(series.map(first::with).orElse(first));
        return unwritten.size() == 1;
    }

    EventBody next() {
        return unwritten.getFirst();
    }

    /// Removes the write that is complete.
    ///
    /// @return whether there are more pending writes
    boolean done() {
        unwritten.removeFirst();
        tries = 0;
        return !unwritten.isEmpty();
    }

    /// Records a failed attempt and returns the number of failed attempts.
    int failed() {
        return ++tries;
    }
}
