package dev.berth.observe.metrics;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Meter.Point;
import dev.berth.engine.port.Meter.Status;

/// The metrics of one plugin in one profile.
final class PluginMeter implements Meter.OfPlugin {
    private static final String PREEMPTION = "DefaultPreemption";

    private final LabelRow<Point, Counter> evaluations;
    private final LabelGrid<Point, Status, Histogram> seconds;

    PluginMeter(SchedulerMetrics metrics, String profile, String plugin) {
        evaluations =
                new LabelRow<>(Point.class, point -> counter(metrics, profile, plugin, point));
        seconds =
                new LabelGrid<>(
                        Point.class,
                        Status.class,
                        (point, status) ->
                                metrics.pluginSeconds.of(plugin, point.label(), status.label()));
    }

    private static Counter counter(
            SchedulerMetrics metrics, String profile, String plugin, Point point) {
        if (point != Point.POST_FILTER) {
            return metrics.evaluations.of(plugin, point.label(), profile);
        }
        // PostFilter plugins have no evaluation counter; attempts of preemption have one.
        return plugin.equals(PREEMPTION) ? metrics.preemptions.of() : new Counter(false);
    }

    @Override
    public void evaluated(Point point, int times) {
        evaluations.of(point).add(times);
    }

    @Override
    public void ran(Point point, Status status, long nanos) {
        seconds.of(point, status).observe(nanos);
    }
}
