package dev.berth.engine.profile;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Counts failures: those of plugins, by plugin and extension point, and messages or loop
/// iterations that failed. Scheduling thread only.
public final class FailureCounts {
    private final SortedMap<String, Long> byPlugin = new TreeMap<>();
    private long iterations;

    /// Counts a failure of a plugin.
    public void count(String plugin, String extensionPoint) {
        byPlugin.merge(plugin + "/" + extensionPoint, 1L, Long::sum);
    }

    /// Counts a message or a loop iteration that failed.
    public void countIteration() {
        iterations++;
    }

    /// The failures of plugins, as `plugin/extensionPoint`.
    public SortedMap<String, Long> byPlugin() {
        return Collections.unmodifiableSortedMap(byPlugin);
    }

    public long total() {
        return iterations + byPlugin.values().stream().mapToLong(Long::longValue).sum();
    }
}
