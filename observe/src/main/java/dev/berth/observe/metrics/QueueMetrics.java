package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.BETA;

/// The metrics of work queues, for example of certificate reloads.
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
        depth = registry.gauge("workqueue_depth", BETA, "Items in the work queue.", "name");
        adds =
                registry.sharedCounter(
                        "workqueue_adds_total", BETA, "Items added to the work queue.", "name");
        retries =
                registry.sharedCounter(
                        "workqueue_retries_total",
                        BETA,
                        "Retries of items of the work queue.",
                        "name");
        waited =
                registry.sharedHistogram(
                        "workqueue_queue_duration_seconds",
                        BETA,
                        "Time of an item in the work queue.",
                        SECONDS,
                        "name");
        worked =
                registry.sharedHistogram(
                        "workqueue_work_duration_seconds",
                        BETA,
                        "Time to process an item of the work queue.",
                        SECONDS,
                        "name");
        unfinished =
                registry.gauge(
                        "workqueue_unfinished_work_seconds",
                        BETA,
                        "Total time so far of the items in progress.",
                        "name");
        max =
                registry.gauge(
                        "workqueue_longest_running_processor_seconds",
                        BETA,
                        "Time so far of the oldest item in progress.",
                        "name");
    }

    /// Registers a queue before its first use.
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
