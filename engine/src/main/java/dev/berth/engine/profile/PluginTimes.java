package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Knows which plugin is running, and which took longest in the present loop iteration.
///
/// The ticker is read once per call of a plugin: the time since the last mark belongs to the plugin
/// that was marked.
public final class PluginTimes {
    private static final String NO_PLUGIN = "";
    private static final int SAMPLED_PERCENT = 10;

    private final LongSupplier ticker;
    private final Meter meter;
    private final RandomGenerator chance;
    private boolean sampled;
    private long lastCall;
    private String current = NO_PLUGIN;
    private long since;
    private String slowest = NO_PLUGIN;
    private long slowestNanos;

    /// @param ticker real time in nanoseconds; it influences no decision
    public PluginTimes(LongSupplier ticker) {
        this(ticker, Meter.NONE, () -> 0);
    }

    /// @param chance selects the cycles that are timed plugin by plugin; decisions use another
    ///   generator, so that measuring does not change them
    public PluginTimes(LongSupplier ticker, Meter meter, RandomGenerator chance) {
        this.ticker = ticker;
        this.meter = meter;
        this.chance = chance;
    }

    public Meter meter() {
        return meter;
    }

    /// Whether times are recorded.
    public boolean measured() {
        return meter.on();
    }

    /// Decides whether the cycle that begins is timed plugin by plugin.
    public void beginCycle() {
        sampled = meter.on() && chance.nextInt(100) < SAMPLED_PERCENT;
    }

    public void endCycle() {
        sampled = false;
    }

    /// Whether the present cycle is timed plugin by plugin.
    public boolean sampled() {
        return sampled;
    }

    /// Records the time of the plugin that was marked until now, if the cycle is sampled.
    public void report(Meter.OfPlugin plugin, Meter.Point point, Meter.Status status) {
        if (sampled) {
            plugin.ran(point, status, lastCall);
        }
    }

    /// From now on `plugin` runs.
    public void mark(String plugin) {
        long now = ticker.getAsLong();
        long took = now - since;
        if (took > slowestNanos && !current.equals(NO_PLUGIN)) {
            slowestNanos = took;
            slowest = current;
        }
        since = now;
        current = plugin;
        lastCall = took;
    }

    /// From now on no plugin runs.
    public void unmark() {
        mark(NO_PLUGIN);
    }

    /// Records the time of one call of a plugin that was not marked.
    public void recordCall(String plugin, long tookNanos) {
        if (tookNanos > slowestNanos) {
            slowestNanos = tookNanos;
            slowest = plugin;
        }
    }

    /// Begins a loop iteration; returns the reading of the ticker.
    public long beginIteration() {
        since = ticker.getAsLong();
        current = NO_PLUGIN;
        slowest = NO_PLUGIN;
        slowestNanos = 0;
        return since;
    }

    public long now() {
        return ticker.getAsLong();
    }

    /// The reading of the ticker at the last mark.
    public long last() {
        return since;
    }

    /// Reads the ticker and returns the reading.
    public long mark() {
        unmark();
        return since;
    }

    /// Reads the ticker; returns the time since the last mark.
    public long elapsedSinceMark() {
        unmark();
        return lastCall;
    }

    /// The time from a reading to the last mark; 0 if there was no mark since.
    public long upToLast(long from) {
        return Math.max(0, since - from);
    }

    /// The plugin whose single call took longest in this loop iteration, or the empty name.
    public String slowest() {
        return slowest;
    }
}
