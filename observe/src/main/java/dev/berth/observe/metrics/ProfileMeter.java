package dev.berth.observe.metrics;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Meter.Point;
import dev.berth.engine.port.Meter.Result;
import dev.berth.engine.port.Meter.Status;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The metrics of one profile.
final class ProfileMeter implements Meter.OfProfile {
    private final SchedulerMetrics metrics;
    private final String profile;
    private final Map<String, Meter.OfPlugin> plugins = new ConcurrentHashMap<>();
    private final LabelGrid<Point, Status, Histogram> points;
    private final LabelRow<Result, Counter> attempts;
    private final LabelRow<Result, Histogram> attemptSeconds;
    private final Counter withoutHint;
    private final Histogram hintSeconds;
    private final Histogram storeSeconds;
    private final Counter nothingLeft;
    private final Counter notKept;

    ProfileMeter(SchedulerMetrics metrics, String profile) {
        this.metrics = metrics;
        this.profile = profile;
        points =
                new LabelGrid<>(
                        Point.class,
                        Status.class,
                        (point, status) ->
                                metrics.pointSeconds.of(point.label(), status.label(), profile));
        attempts =
                new LabelRow<>(
                        Result.class, result -> metrics.attempts.of(result.label(), profile));
        attemptSeconds =
                new LabelRow<>(
                        Result.class, result -> metrics.attemptSeconds.of(result.label(), profile));
        withoutHint = metrics.batches.of(profile, "no_hint");
        hintSeconds = metrics.batchHintSeconds.of("no_hint", profile);
        storeSeconds = metrics.batchStoreSeconds.of(profile);
        nothingLeft = metrics.batchesFlushed.of(profile, "empty_list");
        notKept = metrics.batchesFlushed.of(profile, "pod_not_batchable");
    }

    @Override
    public Meter.OfPlugin plugin(String name) {
        return plugins.computeIfAbsent(name, key -> new PluginMeter(metrics, profile, key));
    }

    @Override
    public void attempted(Result result, long nanos) {
        attempts.of(result).add(1);
        attemptSeconds.of(result).observe(nanos);
    }

    @Override
    public void ran(Point point, Status status, long nanos) {
        points.of(point, status).observe(nanos);
        if (point == Point.FILTER) {
            // Parity: batch scheduling never finds a hint with the default constraints of
            // PodTopologySpread. Berth evaluates every node and has no hints.
            withoutHint.add(1);
            hintSeconds.observe(0);
        }
    }

    @Override
    public void chose(int feasible) {
        storeSeconds.observe(0);
        (feasible == 1 ? nothingLeft : notKept).add(1);
    }
}
