package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.BETA;

/// Work that waits its turn, such as certificates to be read again.
public final class QueueMetrics {
    private static final Buckets SECONDS = Buckets.seconds(10e-9, 10, 10);

    private final MetricFamily<Gauge> depth;
    private final MetricFamily<Counter> adds;
    private final MetricFamily<Counter> retries;
    private final MetricFamily<Histogram> waited;
    private final MetricFamily<Histogram> worked;
    private final MetricFamily<Gauge> unfinished;
    private final MetricFamily<Gauge> max;

    public QueueMetrics(MetricRegistry registry) {
        depth = registry.gauge("workqueue_depth", BETA, "How much waits.", "name");
        adds = registry.sharedCounter("workqueue_adds_total", BETA, "How much came.", "name");
        retries =
                registry.sharedCounter(
                        "workqueue_retries_total", BETA, "How much came again.", "name");
        waited =
                registry.sharedHistogram(
                        "workqueue_queue_duration_seconds",
                        BETA,
                        "How long work waited.",
                        SECONDS,
                        "name");
        worked =
                registry.sharedHistogram(
                        "workqueue_work_duration_seconds",
                        BETA,
                        "How long work took.",
                        SECONDS,
                        "name");
        unfinished =
                registry.gauge(
                        "workqueue_unfinished_work_seconds",
                        BETA,
                        "How long what is being worked on has been, all together.",
                        "name");
        max =
                registry.gauge(
                        "workqueue_longest_running_processor_seconds",
                        BETA,
                        "How long the oldest work goes on.",
                        "name");
    }

    /// Makes the queue known before anything happens.
    public void known(String name) {
        depth.of(name).set(0);
        adds.of(name);
        retries.of(name);
        waited.of(name);
        worked.of(name);
        unfinished.of(name).set(0);
        max.of(name).set(0);
    }

    public void added(String name, int nowWaiting) {
        adds.of(name).add(1);
        depth.of(name).set(nowWaiting);
    }

    public void retried(String name) {
        retries.of(name).add(1);
    }

    public void began(String name, long waitedNanos, int nowWaiting) {
        waited.of(name).observe(waitedNanos);
        depth.of(name).set(nowWaiting);
    }

    public void ended(String name, long workedNanos) {
        worked.of(name).observe(workedNanos);
    }
}
