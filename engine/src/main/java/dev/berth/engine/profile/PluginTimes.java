package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Knows which plugin is running, and which took longest in the present loop iteration.
///
/// One reading of the ticker per call of a plugin: the time since the last mark belongs to the
/// plugin that was marked.
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

    /// `ticker` is real time in nanoseconds: it measures, and decides nothing.
    public PluginTimes(LongSupplier ticker) {
        this(ticker, Meter.NONE, () -> 0);
    }

    /// @param chance which cycles are timed plugin by plugin; never what decisions draw from, or
    ///   measuring would change them
    public PluginTimes(LongSupplier ticker, Meter meter, RandomGenerator chance) {
        this.ticker = ticker;
        this.meter = meter;
        this.chance = chance;
    }

    public Meter meter() {
        return meter;
    }

    /// Whether anybody wants to know how long things take.
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

    /// Tells how long the plugin that was marked until just now took, where that is wanted.
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

    /// Begins a turn; returns the ticker's reading.
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

    /// The last reading of the ticker by a mark.
    public long last() {
        return since;
    }

    /// Reads the ticker and returns the reading.
    public long mark() {
        unmark();
        return since;
    }

    /// Reads the ticker; returns what passed since the last mark.
    public long elapsedSinceMark() {
        unmark();
        return lastCall;
    }

    /// What passed from a reading to the last mark; nothing if there was none since.
    public long upToLast(long from) {
        return Math.max(0, since - from);
    }

    /// The plugin whose single call took longest in this turn, or the empty name.
    public String slowest() {
        return slowest;
    }
}
