package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.NONE;

import java.util.function.LongSupplier;

/// What only Berth has, beside the engine: what is lost on the way, and what begins anew.
public final class BerthMetrics {
    private final MetricFamily<Counter> watchRestarts;
    private final MetricFamily<Counter> unreadable;

    /// @param lostLines how many lines of the log were lost
    /// @param droppedEvents how many events were never written
    public BerthMetrics(
            MetricRegistry registry, LongSupplier lostLines, LongSupplier droppedEvents) {
        MetricFamily<Gauge> dropped =
                registry.reading(
                        "berth_events_dropped_total",
                        NONE,
                        "Events for users that were not written, because too many came or the"
                                + " server refused.");
        watchRestarts =
                registry.sharedCounter(
                        "berth_watch_restarts_total",
                        NONE,
                        "Watches that ended and were begun again, by what is watched.",
                        "resource");
        unreadable =
                registry.sharedCounter(
                        "berth_unreadable_objects_total",
                        NONE,
                        "Objects that make no sense and are passed over as if they were not there.",
                        "resource");
        MetricFamily<Gauge> lost =
                registry.reading(
                        "berth_log_lines_lost_total",
                        NONE,
                        "Lines that were not written because too many came at once.");
        registry.before(() -> {
            lost.of().set(lostLines.getAsLong());
            dropped.of().set(droppedEvents.getAsLong());
        });
    }

    public void unreadableObject(String resource) {
        unreadable.of(resource).add(1);
    }

    public void restartedWatch(String resource) {
        watchRestarts.of(resource).add(1);
    }
}
