package dev.berth.observe.metrics;

import dev.berth.engine.port.Meter;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Converts the measurements of the engine to metrics.
///
/// Each cell is looked up once and kept in an array by the ordinals of its labels, so that a
/// measurement costs a few additions.
public final class EngineMeter implements Meter {
    private static final String PREEMPTION = "DefaultPreemption";
    private static final int MAX_ATTEMPTS = 15;

    private final SchedulerMetrics metrics;
    private final Map<String, OfProfile> profiles = new ConcurrentHashMap<>();
    private final Map<String, Histogram> events = new HashMap<>();
    private final Histogram search;
    private final Histogram attempts;
    private final Histogram victims;
    private final Counter afterFlush;
    private final LabelGrid<CallType, Ending, Counter> calls;
    private final LabelGrid<CallType, Ending, Histogram> callSeconds;
    private final Histogram[] podSeconds = new Histogram[MAX_ATTEMPTS + 1];

    private enum Ending {
        SUCCESS("success"),
        ERROR("error");

        private final String label;

        Ending(String label) {
            this.label = label;
        }
    }

    /// @param gates whether a feature is enabled
    public EngineMeter(MetricRegistry registry, Predicate<String> gates) {
        metrics = new SchedulerMetrics(registry, gates);
        search = metrics.searchSeconds.of();
        attempts = metrics.podAttempts.of();
        victims = metrics.victims.of();
        afterFlush = metrics.afterFlush.of();
        calls =
                new LabelGrid<>(
                        CallType.class,
                        Ending.class,
                        (type, ending) -> metrics.calls.of(type.label(), ending.label));
        callSeconds =
                new LabelGrid<>(
                        CallType.class,
                        Ending.class,
                        (type, ending) -> metrics.callSeconds.of(type.label(), ending.label));
    }

    SchedulerMetrics metrics() {
        return metrics;
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public OfProfile profile(String name) {
        return profiles.computeIfAbsent(name, key -> new ProfileMeter(metrics, key));
    }

    @Override
    public OfHint hint(String plugin, String event) {
        var cells =
                new LabelRow<HintResult, Histogram>(
                        HintResult.class,
                        answer -> metrics.hintSeconds.of(plugin, event, answer.label()));
        return (answer, nanos) -> cells.of(answer).observe(nanos);
    }

    @Override
    public void searched(long nanos) {
        search.observe(nanos);
    }

    @Override
    public void eventHandled(String event, long nanos) {
        Histogram cell = events.get(event);
        if (cell == null) {
            cell = metrics.eventSeconds.of(event);
            events.put(event, cell);
        }
        cell.observe(nanos);
    }

    @Override
    public void bound(int tries, long waitedNanos, boolean flushed) {
        attempts.observe(tries);
        int index = Math.min(tries, MAX_ATTEMPTS);
        Histogram cell = podSeconds[index];
        if (cell == null) {
            cell = metrics.podSeconds.of(index == MAX_ATTEMPTS ? "15+" : Integer.toString(index));
            podSeconds[index] = cell;
        }
        cell.observe(waitedNanos);
        if (flushed) {
            afterFlush.add(1);
        }
    }

    @Override
    public void waiting(Status how, long nanos) {
        metrics.permitSeconds.of(how.label()).observe(nanos);
    }

    @Override
    public void preempted(int count) {
        victims.observe(count);
    }

    @Override
    public void backgroundTaskEnded(String plugin, boolean failed, long nanos) {
        if (plugin.equals(PREEMPTION)) {
            String result = (failed ? Ending.ERROR : Ending.SUCCESS).label;
            metrics.evictions.of(result).add(1);
            metrics.evictionSeconds.of(result).observe(nanos);
        }
    }

    @Override
    public void recorded(String metric, long nanos, List<String> labels) {
        String[] values = labels.toArray(String[]::new);
        switch (metric) {
            case SchedulerMetrics.CLAIM_CREATIONS -> metrics.claimCreations.of(values).add(1);
            case SchedulerMetrics.DEVICE_WAITS -> metrics.deviceWaits.of(values).add(1);
            case SchedulerMetrics.DEVICE_WAIT_SECONDS ->
                    metrics.deviceWaitSeconds.of(values).observe(nanos);
            default -> {}
        }
    }

    @Override
    public void called(CallType type, boolean failed, long nanos) {
        if (type != CallType.OTHER) {
            Ending ending = failed ? Ending.ERROR : Ending.SUCCESS;
            calls.of(type, ending).add(1);
            callSeconds.of(type, ending).observe(nanos);
        }
    }
}
