package dev.berth.observe.metrics;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Meter.Point;
import dev.berth.engine.port.Meter.Result;
import dev.berth.engine.port.Meter.Status;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The metrics of one profile.
final class ProfileMeter implements Meter.OfProfile {
    private final SchedulerMetrics metrics;
    private final String profile;
    private final Map<String, Meter.OfPlugin> plugins = new ConcurrentHashMap<>();
    private final @Nullable Histogram[][] points =
            new Histogram[Point.values().length][Status.values().length];
    private final @Nullable Counter[] attempts = new Counter[Result.values().length];
    private final @Nullable Histogram[] attemptSeconds = new Histogram[Result.values().length];
    private final Counter withoutHint;
    private final Histogram hintSeconds;
    private final Histogram storeSeconds;

    ProfileMeter(SchedulerMetrics metrics, String profile) {
        this.metrics = metrics;
        this.profile = profile;
        withoutHint = metrics.batches.of(profile, "no_hint");
        hintSeconds = metrics.batchHintSeconds.of("no_hint", profile);
        storeSeconds = metrics.batchStoreSeconds.of(profile);
    }

    @Override
    public Meter.OfPlugin plugin(String name) {
        return plugins.computeIfAbsent(name, key -> new PluginMeter(metrics, profile, key));
    }

    @Override
    public void attempted(Result result, long nanos) {
        Counter count = attempts[result.ordinal()];
        if (count == null) {
            count = metrics.attempts.of(result.label(), profile);
            attempts[result.ordinal()] = count;
        }
        count.add(1);
        Histogram seconds = attemptSeconds[result.ordinal()];
        if (seconds == null) {
            seconds = metrics.attemptSeconds.of(result.label(), profile);
            attemptSeconds[result.ordinal()] = seconds;
        }
        seconds.observe(nanos);
    }

    @Override
    public void ran(Point point, Status status, long nanos) {
        Histogram cell = points[point.ordinal()][status.ordinal()];
        if (cell == null) {
            // Two threads may get here at once; both find the same cell.
            cell = metrics.pointSeconds.of(point.label(), status.label(), profile);
            points[point.ordinal()][status.ordinal()] = cell;
        }
        cell.observe(nanos);
        if (point == Point.FILTER) {
            // Parity: with the default constraints of PodTopologySpread upstream never has a hint
            // from the pod before; here every node is examined, so there is none either.
            withoutHint.add(1);
            hintSeconds.observe(0);
        }
    }

    @Override
    public void chose(int feasible) {
        storeSeconds.observe(0);
        metrics.batchesFlushed
                .of(profile, feasible == 1 ? "empty_list" : "pod_not_batchable")
                .add(1);
    }
}
