package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.NONE;

import dev.berth.observe.tracing.TraceCounts;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

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
