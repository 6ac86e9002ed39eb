package dev.berth.engine.profile;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// Knows which plugin is running, which took longest in the present turn, and how often each
/// failed.
///
/// One reading of the ticker per call of a plugin: the time since the last mark belongs to whoever
/// was marked.
public final class PluginTimes {
    private static final String NOBODY = "";

    private final LongSupplier ticker;
    private String current = NOBODY;
    private long since;
    private String slowest = NOBODY;
    private long slowestNanos;
    private final SortedMap<String, Long> failures = new TreeMap<>();

    /// `ticker` is real time in nanoseconds: it measures, and decides nothing.
    public PluginTimes(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /// From now on `plugin` runs.
    public void mark(String plugin) {
        long now = ticker.getAsLong();
        long took = now - since;
        if (took > slowestNanos && !current.equals(NOBODY)) {
            slowestNanos = took;
            slowest = current;
        }
        since = now;
        current = plugin;
    }

    /// From now on no plugin runs.
    public void unmark() {
        mark(NOBODY);
    }

    /// Begins a turn; returns the ticker's reading.
    public long beginTurn() {
        since = ticker.getAsLong();
        current = NOBODY;
        slowest = NOBODY;
        slowestNanos = 0;
        return since;
    }

    /// A plugin threw, or answered what it may not.
    public void failed(String plugin, String point) {
        failures.merge(plugin + "/" + point, 1L, Long::sum);
    }

    /// How often each failed, as `plugin/point`.
    public SortedMap<String, Long> failures() {
        return failures;
    }

    public long now() {
        return ticker.getAsLong();
    }

    /// The plugin whose single call took longest in this turn, or the empty name.
    public String slowest() {
        return slowest;
    }
}
