package dev.berth.sim.fault;

import java.util.SortedMap;
import java.util.TreeMap;

/// Counts the injected faults by id.
public final class FaultTally {
    private final TreeMap<String, Long> counts = new TreeMap<>();

    public synchronized void add(String id) {
        counts.merge(id, 1L, Long::sum);
    }

    public synchronized long of(String id) {
        return counts.getOrDefault(id, 0L);
    }

    /// A copy of the counts by id.
    public synchronized SortedMap<String, Long> all() {
        return new TreeMap<>(counts);
    }
}
