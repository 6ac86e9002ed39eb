package dev.berth.engine.loop;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.profile.FailureCounts;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.view.EngineProgress;
import dev.berth.model.Pod;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Watches loop iterations: logs and counts those that are slow, with the plugin that took longest,
/// and those that fail.
public final class Watchdog {
    private final PluginTimes times;
    private final FailureCounts failures;
    private final long thresholdNanos;
    private final Log log;

    /// The number of the present iteration; 0 between iterations. Other threads read it.
    private final AtomicLong busy = new AtomicLong();

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
        busy.setOpaque(iterations);
        began = times.beginIteration();
    }

    void end() {
        busy.setOpaque(0);
        long took = times.now() - began;
        if (took <= thresholdNanos) {
            return;
        }
        slowIterations++;
        String plugin = times.slowestOf(took);
        if (!plugin.isEmpty() && took > slowestNanos) {
            slowestNanos = took;
            slowestPlugin = plugin;
        }
        log.warn("Slow iteration of the scheduling loop", "ms", took / 1_000_000, "plugin", plugin);
    }

    /// What the scheduling thread is doing; empty between iterations. Any thread may call it.
    public Optional<EngineProgress> progress() {
        long iteration = busy.getOpaque();
        if (iteration == 0) {
            return Optional.empty();
        }
        Optional<Pod> pod = times.pod();
        String plugin = times.running();
        return Optional.of(
                new EngineProgress(
                        iteration,
                        plugin,
                        plugin.isEmpty() ? "" : times.extensionPoint(),
                        pod.map(Pod::key).orElse(""),
                        pod.map(Pod::uid).orElse("")));
    }

    /// The interrupt flag of the scheduling thread was set, which only its owner may do, and is
    /// cleared.
    public void interrupted() {
        String plugin = times.interrupter().isEmpty() ? PluginFailures.ENGINE : times.interrupter();
        String extensionPoint = times.interrupterCall().extensionPoint();
        times.interruptCleared();
        failures.count(plugin, extensionPoint);
        log.error(
                null,
                "Plugin failed: the interrupt flag of the scheduling thread was set, and is"
                        + " cleared",
                "plugin",
                plugin,
                "extensionPoint",
                extensionPoint);
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

    /// The plugin of the slowest iteration that a plugin explains, or the empty name.
    String slowestPlugin() {
        return slowestPlugin;
    }
}
