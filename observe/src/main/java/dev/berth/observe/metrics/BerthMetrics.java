package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.NONE;

import java.util.List;
import java.util.function.LongSupplier;

/// The metrics of Berth outside the engine: losses, restarts of watches, and reloads of the
/// configuration.
public final class BerthMetrics {
    private final MetricFamily<Counter> watchRestarts;
    private final MetricFamily<Counter> unreadable;
    private final MetricFamily<Counter> reloads;
    private final MetricFamily<Gauge> lastReload;
    private final MetricFamily<Gauge> lastReloadTime;

    /// @param lostLines the number of lost log lines
    /// @param droppedEvents the number of events that were never written
    public BerthMetrics(
            MetricRegistry registry, LongSupplier lostLines, LongSupplier droppedEvents) {
        MetricFamily<Gauge> dropped =
                registry.reading(
                        "berth_events_dropped_total",
                        NONE,
                        "Events that were not written, because the queue was full or the"
                                + " server rejected them.");
        watchRestarts =
                registry.sharedCounter(
                        "berth_watch_restarts_total",
                        NONE,
                        "Watches that ended and were started again, by resource.",
                        "resource");
        unreadable =
                registry.sharedCounter(
                        "berth_unreadable_objects_total",
                        NONE,
                        "Objects with fields that cannot be decoded, by resource.",
                        "resource");
        reloads =
                registry.sharedCounter(
                        "berth_config_reloads_total",
                        NONE,
                        "Changes of the configuration file, by result.",
                        "result");
        lastReload =
                registry.reading(
                        "berth_config_last_reload_successful",
                        NONE,
                        "Whether the configuration file as last read is in force.");
        lastReloadTime =
                registry.reading(
                        "berth_config_last_reload_success_timestamp_seconds",
                        NONE,
                        "When a changed configuration came into force last.");
        MetricFamily<Gauge> lost =
                registry.reading(
                        "berth_log_lines_lost_total",
                        NONE,
                        "Log lines that were lost because the queue was full.");
        registry.before(() -> {
            lost.of().set(lostLines.getAsLong());
            dropped.of().set(droppedEvents.getAsLong());
        });
    }

    /// Creates the series of a watched resource, so that its first failure is an increase.
    public void watched(String resource) {
        watchRestarts.of(resource).add(0);
        unreadable.of(resource).add(0);
    }

    /// The configuration file is watched from now on. Creates the series.
    ///
    /// @param results the possible results of a reload
    public void watchesConfiguration(List<String> results) {
        results.forEach(result -> reloads.of(result).add(0));
        lastReload.of().set(1);
    }

    /// The configuration file has changed.
    ///
    /// @param inForce whether the file as it is now is in force
    public void reloaded(String result, boolean inForce) {
        reloads.of(result).add(1);
        lastReload.of().set(inForce ? 1 : 0);
    }

    /// A changed configuration has come into force.
    public void reloadedAt(double seconds) {
        lastReloadTime.of().set(seconds);
    }

    public void unreadableObject(String resource) {
        unreadable.of(resource).add(1);
    }

    public void restartedWatch(String resource) {
        watchRestarts.of(resource).add(1);
    }
}
