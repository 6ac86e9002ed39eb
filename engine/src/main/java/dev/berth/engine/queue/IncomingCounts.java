package dev.berth.engine.queue;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// The number of pods that entered each queue, by event.
final class IncomingCounts {
    private final Map<QueueName, Map<String, Counter>> byPlace = new EnumMap<>(QueueName.class);

    private static final class Counter {
        long count;
    }

    void count(QueueName place, String event) {
        byPlace.computeIfAbsent(place, p -> new HashMap<>())
                .computeIfAbsent(event, e -> new Counter())
                .count++;
    }

    /// As `queue/event`.
    Map<String, Long> all() {
        var all = new TreeMap<String, Long>();
        byPlace.forEach((place, events) ->
                events.forEach((event, counter) ->
                        all.merge(place.label() + "/" + event, counter.count, Long::sum)));
        return all;
    }
}
