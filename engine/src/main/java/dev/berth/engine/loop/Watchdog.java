package dev.berth.engine.loop;

import dev.berth.engine.port.Log;
import dev.berth.engine.profile.PluginTimes;

import java.time.Duration;

/// Times every turn; one that takes too long is counted, and the plugin that took most of it is
/// named.
final class Watchdog {
    private final PluginTimes times;
    private final long thresholdNanos;
    private final Log log;
    private long iterations;
    private long began;
    private long slowIterations;
    private String slowestPlugin = "";
    private long slowestNanos;

    Watchdog(PluginTimes times, Duration threshold, Log log) {
        this.times = times;
        this.thresholdNanos = threshold.toNanos();
        this.log = log.of(Watchdog.class);
    }

    void begin() {
        iterations++;
        began = times.beginIteration();
    }

    void end() {
        long took = times.now() - began;
        if (took <= thresholdNanos) {
            return;
        }
        slowIterations++;
        String plugin = times.slowest();
        if (took > slowestNanos) {
            slowestNanos = took;
            slowestPlugin = plugin;
        }
        log.warn("Slow loop iteration", "ms", took / 1_000_000, "plugin", plugin);
    }

    long iterations() {
        return iterations;
    }

    long slowIterations() {
        return slowIterations;
    }

    /// The plugin of the slowest turn so far, or the empty name.
    String slowestPlugin() {
        return slowestPlugin;
    }
}
