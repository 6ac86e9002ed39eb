package dev.berth.observe.metrics;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Meter.Point;
import dev.berth.engine.port.Meter.Status;

import org.jspecify.annotations.Nullable;

/// The metrics of one plugin in one profile.
final class PluginMeter implements Meter.OfPlugin {
    private static final String PREEMPTION = "DefaultPreemption";

    private final SchedulerMetrics metrics;
    private final String profile;
    private final String plugin;
    private final @Nullable Counter[] evaluations = new Counter[Point.values().length];

    PluginMeter(SchedulerMetrics metrics, String profile, String plugin) {
        this.metrics = metrics;
        this.profile = profile;
        this.plugin = plugin;
    }

    @Override
    public void evaluated(Point point, int times) {
        Counter cell = evaluations[point.ordinal()];
        if (cell == null) {
            cell = counterOf(point);
            evaluations[point.ordinal()] = cell;
        }
        cell.add(times);
    }

    private Counter counterOf(Point point) {
        if (point != Point.POST_FILTER) {
            return metrics.evaluations.of(plugin, point.label(), profile);
        }
        // Post filters are not counted one by one; that preemption was tried is.
        return plugin.equals(PREEMPTION) ? metrics.preemptions.of() : new Counter(false);
    }

    @Override
    public void ran(Point point, Status status, long nanos) {
        metrics.pluginSeconds.of(plugin, point.label(), status.label()).observe(nanos);
    }
}
