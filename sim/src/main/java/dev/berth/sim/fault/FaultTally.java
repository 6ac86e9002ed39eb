package dev.berth.sim.fault;

import java.util.SortedMap;
import java.util.TreeMap;

/// How often each fault was injected, by its id.
public final class FaultTally {
    private final TreeMap<String, Long> counts = new TreeMap<>();

    public synchronized void add(String id) {
        counts.merge(id, 1L, Long::sum);
    }

    public synchronized long of(String id) {
        return counts.getOrDefault(id, 0L);
    }

    /// A copy, by id.
    public synchronized SortedMap<String, Long> all() {
        return new TreeMap<>(counts);
    }
}
