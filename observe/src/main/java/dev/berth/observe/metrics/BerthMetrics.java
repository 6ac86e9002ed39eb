package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.NONE;

import dev.berth.observe.tracing.TraceCounts;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The metrics of Berth outside the engine: losses, and restarts of watches.
public final class BerthMetrics {
    private final MetricFamily<Counter> watchRestarts;
    private final MetricFamily<Counter> unreadable;

    /// @param lostLines the number of lost log lines
    /// @param droppedEvents the number of events that were never written
    /// @param traces the spans that were exported and dropped
    public BerthMetrics(
            MetricRegistry registry,
            LongSupplier lostLines,
            LongSupplier droppedEvents,
            Supplier<TraceCounts> traces) {
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
        MetricFamily<Gauge> exportedSpans =
                registry.reading(
                        "berth_trace_spans_exported_total",
                        NONE,
                        "Spans that the trace collector has taken.");
        MetricFamily<Gauge> droppedSpans =
                registry.reading(
                        "berth_trace_spans_dropped_total",
                        NONE,
                        "Spans that were lost, by reason: queue_full, rejected, unavailable.",
                        "reason");
        registry.before(() -> {
            TraceCounts spans = traces.get();
            exportedSpans.of().set(spans.exported());
            droppedSpans.of("queue_full").set(spans.queueFull());
            droppedSpans.of("rejected").set(spans.rejected());
            droppedSpans.of("unavailable").set(spans.unavailable());
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
