package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.NONE;

import java.util.function.LongSupplier;

/// The metrics of Berth outside the engine: losses, and restarts of watches.
public final class BerthMetrics {
    private final MetricFamily<Counter> watchRestarts;
    private final MetricFamily<Counter> unreadable;

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

    public void unreadableObject(String resource) {
        unreadable.of(resource).add(1);
    }

    public void restartedWatch(String resource) {
        watchRestarts.of(resource).add(1);
    }
}
