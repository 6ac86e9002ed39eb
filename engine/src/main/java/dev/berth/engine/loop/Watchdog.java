package dev.berth.engine.loop;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.profile.FailureCounts;
import dev.berth.engine.profile.PluginTimes;

import java.time.Duration;

/// Watches loop iterations: logs and counts those that are slow, with the plugin that took longest,
/// and those that fail.
public final class Watchdog {
    private final PluginTimes times;
    private final FailureCounts failures;
    private final long thresholdNanos;
    private final Log log;
    private long iterations;
    private long began;
    private long slowIterations;
    private String slowestPlugin = "";
    private long slowestNanos;

    Watchdog(PluginTimes times, FailureCounts failures, Duration threshold, Log log) {
        this.times = times;
        this.failures = failures;
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
        log.warn("Slow iteration of the scheduling loop", "ms", took / 1_000_000, "plugin", plugin);
    }

    /// A message could not be applied.
    void messageFailed(Message message, Throwable problem) {
        failures.countIteration();
        log.error(
                problem,
                "A message could not be applied",
                "message",
                message.getClass().getSimpleName());
    }

    /// An iteration failed as a whole.
    public void iterationFailed(Throwable bug) {
        failures.countIteration();
        log.error(bug, "An iteration of the scheduling loop failed");
    }

    long iterations() {
        return iterations;
    }

    long slowIterations() {
        return slowIterations;
    }

    /// The plugin of the slowest iteration so far, or the empty name.
    String slowestPlugin() {
        return slowestPlugin;
    }
}
