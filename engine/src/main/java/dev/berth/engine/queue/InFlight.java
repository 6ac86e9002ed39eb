package dev.berth.engine.queue;

import dev.berth.spi.Change;
import dev.berth.spi.ClusterEvent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Pods whose attempt has not ended, and the events since the oldest of them was taken.
///
/// A cycle runs between messages, so most pods are back before any event comes. Only a pod that
/// waits on permit can miss one; for its sake events are kept until it is done.
final class InFlight {
    /// An event that came while some pod was in flight.
    record Logged(ClusterEvent event, Change change) {}

    private final Map<String, Long> startOf = new HashMap<>();
    private final ArrayDeque<Logged> events = new ArrayDeque<>();
    private long firstSequence;

    boolean contains(String uid) {
        return startOf.containsKey(uid);
    }

    int pods() {
        return startOf.size();
    }

    int events() {
        return events.size();
    }

    void begin(String uid) {
        startOf.put(uid, firstSequence + events.size());
    }

    void log(ClusterEvent event, Change change) {
        if (!startOf.isEmpty()) {
            events.add(new Logged(event, change));
        }
    }

    /// The events since the pod was taken, in order.
    List<Logged> since(String uid) {
        Long start = startOf.get(uid);
        if (start == null || start - firstSequence >= events.size()) {
            return List.of();
        }
        return new ArrayList<>(events).subList((int) (start - firstSequence), events.size());
    }

    void done(String uid) {
        if (startOf.remove(uid) == null) {
            return;
        }
        if (startOf.isEmpty()) {
            firstSequence += events.size();
            events.clear();
        } else if (!events.isEmpty()) {
            long oldest = startOf.values().stream().mapToLong(Long::longValue).min().orElseThrow();
            while (firstSequence < oldest) {
                events.removeFirst();
                firstSequence++;
            }
        }
    }
}
