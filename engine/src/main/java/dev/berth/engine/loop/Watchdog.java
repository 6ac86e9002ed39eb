package dev.berth.engine.loop;

import dev.berth.engine.profile.PluginTimes;

import java.time.Duration;
import java.util.function.Consumer;

/// Times every turn; one that takes too long is counted, and the plugin that took most of it is
/// named.
final class Watchdog {
    private final PluginTimes times;
    private final long thresholdNanos;
    private final Consumer<String> log;
    private long began;
    private long slowTurns;
    private String slowestPlugin = "";
    private long slowestNanos;

    Watchdog(PluginTimes times, Duration threshold, Consumer<String> log) {
        this.times = times;
        this.thresholdNanos = threshold.toNanos();
        this.log = log;
    }

    void begin() {
        began = times.beginTurn();
    }

    void end() {
        long took = times.now() - began;
        if (took <= thresholdNanos) {
            return;
        }
        slowTurns++;
        String plugin = times.slowest();
        if (took > slowestNanos) {
            slowestNanos = took;
            slowestPlugin = plugin;
        }
        log.accept(
                "slow turn of the scheduling thread: %d ms, most of it in %s"
                        .formatted(
                                took / 1_000_000,
                                plugin.isEmpty() ? "no plugin" : "plugin " + plugin));
    }

    long slowTurns() {
        return slowTurns;
    }

    /// The plugin of the slowest turn so far, or the empty name.
    String slowestPlugin() {
        return slowestPlugin;
    }
}
