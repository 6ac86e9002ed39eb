package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;
import static dev.berth.observe.metrics.Stability.BETA;
import static dev.berth.observe.metrics.Stability.STABLE;

import java.util.function.Predicate;

/// The metrics of scheduling, with kube-scheduler's names, labels and buckets.
final class SchedulerMetrics {
    private static final Buckets MILLIS = Buckets.seconds(0.001, 2, 15);
    private static final Buckets POINTS = Buckets.seconds(0.0001, 2, 12);
    private static final Buckets CALLS = Buckets.seconds(0.00001, 1.5, 20);
    private static final Buckets HINTS = Buckets.seconds(0.00001, 2, 12);

    final MetricFamily<Counter> attempts;
    final MetricFamily<Histogram> attemptSeconds;
    final MetricFamily<Histogram> searchSeconds;
    final MetricFamily<Histogram> eventSeconds;
    final MetricFamily<Histogram> victims;
    final MetricFamily<Counter> preemptions;
    final MetricFamily<Gauge> pending;
    final MetricFamily<Gauge> inFlight;
    final MetricFamily<Gauge> workers;
    final MetricFamily<Counter> batches;
    final MetricFamily<Counter> batchesFlushed;
    final MetricFamily<Histogram> batchHintSeconds;
    final MetricFamily<Histogram> batchStoreSeconds;
    final MetricFamily<Histogram> podSeconds;
    final MetricFamily<Histogram> podAttempts;
    final MetricFamily<Counter> afterFlush;
    final MetricFamily<Histogram> pointSeconds;
    final MetricFamily<Histogram> pluginSeconds;
    final MetricFamily<Histogram> hintSeconds;
    final MetricFamily<Gauge> incoming;
    final MetricFamily<Histogram> permitSeconds;
    final MetricFamily<Gauge> cacheSize;
    final MetricFamily<Gauge> unschedulable;
    final MetricFamily<Counter> evaluations;
    final MetricFamily<Histogram> evictionSeconds;
    final MetricFamily<Counter> evictions;
    final MetricFamily<Counter> calls;
    final MetricFamily<Histogram> callSeconds;
    final MetricFamily<Gauge> pendingCalls;
    final MetricFamily<Gauge> volumeErrors;

    /// @param gates whether a feature is on: some metrics are there only then
    SchedulerMetrics(MetricRegistry registry, Predicate<String> gates) {
        attempts =
                registry.counter(
                        "scheduler_schedule_attempts_total",
                        STABLE,
                        "Attempts to schedule a pod, by how they ended: it was bound, no node would"
                                + " do, or something broke.",
                        "result",
                        "profile");
        attemptSeconds =
                registry.histogram(
                        "scheduler_scheduling_attempt_duration_seconds",
                        STABLE,
                        "Time of an attempt, from taking the pod to its binding or its failure.",
                        MILLIS,
                        "result",
                        "profile");
        searchSeconds =
                registry.histogram(
                        "scheduler_scheduling_algorithm_duration_seconds",
                        ALPHA,
                        "Time to find a node, or to find out that there is none.",
                        MILLIS);
        eventSeconds =
                registry.histogram(
                        "scheduler_event_handling_duration_seconds",
                        ALPHA,
                        "Time to take in a change of the cluster.",
                        POINTS,
                        "event");
        victims =
                registry.histogram(
                        "scheduler_preemption_victims",
                        STABLE,
                        "Pods that have to go for the sake of one.",
                        Buckets.counts(1, 2, 7));
        preemptions =
                registry.counter(
                        "scheduler_preemption_attempts_total",
                        STABLE,
                        "How often preemption was tried.");
        pending =
                registry.gauge(
                        "scheduler_pending_pods",
                        STABLE,
                        "Pods without a node: ready (active), backing off (backoff), parked until"
                                + " something helps (unschedulable), not let in yet (gated).",
                        "queue");
        inFlight =
                registry.gauge(
                        "scheduler_inflight_events",
                        ALPHA,
                        "Events that are remembered for pods whose attempt goes on, and those"
                                + " pods.",
                        "event");
        workers =
                registry.gauge(
                        "scheduler_goroutines",
                        BETA,
                        "Work that goes on beside the scheduling thread, by its kind.",
                        "operation");
        batches =
                registry.counter(
                        "scheduler_batch_attempts_total",
                        ALPHA,
                        "What came of attempts to use what was found for the pod before.",
                        "profile",
                        "result");
        batchesFlushed =
                registry.counter(
                        "scheduler_batch_cache_flushed_total",
                        ALPHA,
                        "Why what was found for a pod is not kept for the next.",
                        "profile",
                        "reason");
        batchHintSeconds =
                registry.histogram(
                        "scheduler_get_node_hint_duration_seconds",
                        ALPHA,
                        "Time to look whether the pod before left a node to try.",
                        HINTS,
                        "hinted",
                        "profile");
        batchStoreSeconds =
                registry.histogram(
                        "scheduler_store_schedule_results_duration_seconds",
                        ALPHA,
                        "Time to keep what was found for the next pod.",
                        HINTS,
                        "profile");
        podSeconds =
                registry.histogram(
                        "scheduler_pod_scheduling_sli_duration_seconds",
                        BETA,
                        "Time from when a pod was first ready until it was bound, over all its"
                                + " attempts.",
                        Buckets.seconds(0.01, 2, 20),
                        "attempts");
        podAttempts =
                registry.histogram(
                        "scheduler_pod_scheduling_attempts",
                        STABLE,
                        "Attempts it took until a pod was bound.",
                        Buckets.counts(1, 2, 5));
        afterFlush =
                registry.counter(
                        "scheduler_pod_scheduled_after_flush_total",
                        ALPHA,
                        "Pods that were bound after they had been woken by the clock and by no"
                                + " event: a wake-up was missed.");
        pointSeconds =
                registry.sharedHistogram(
                        "scheduler_framework_extension_point_duration_seconds",
                        STABLE,
                        "Time of all plugins of an extension point together.",
                        POINTS,
                        "extension_point",
                        "status",
                        "profile");
        pluginSeconds =
                registry.sharedHistogram(
                        "scheduler_plugin_execution_duration_seconds",
                        ALPHA,
                        "Time of one call of a plugin, in one of ten cycles.",
                        CALLS,
                        "plugin",
                        "extension_point",
                        "status");
        hintSeconds =
                registry.histogram(
                        "scheduler_queueing_hint_execution_duration_seconds",
                        ALPHA,
                        "Time of a plugin's hint whether an event helps a pod.",
                        CALLS,
                        "plugin",
                        "event",
                        "hint");
        incoming =
                registry.reading(
                        "scheduler_queue_incoming_pods_total",
                        STABLE,
                        "Pods that came into a queue, by what brought them there.",
                        "queue",
                        "event");
        permitSeconds =
                registry.histogram(
                        "scheduler_permit_wait_duration_seconds",
                        BETA,
                        "Time that pods were held by permit plugins.",
                        MILLIS,
                        "result");
        cacheSize =
                registry.gauge(
                        "scheduler_cache_size",
                        ALPHA,
                        "Nodes, pods and pods that are being bound, as the scheduler holds them.",
                        "type");
        unschedulable =
                registry.gauge(
                        "scheduler_unschedulable_pods",
                        BETA,
                        "Parked pods by the plugin that keeps them; a pod counts for each of them.",
                        "plugin",
                        "profile");
        evaluations =
                registry.counter(
                        "scheduler_plugin_evaluation_total",
                        BETA,
                        "How often a plugin was asked at PreFilter and PreScore, and about how many"
                                + " nodes at Filter and Score.",
                        "plugin",
                        "extension_point",
                        "profile");
        evictionSeconds =
                registry.gated(gates.test("SchedulerAsyncPreemption"))
                        .histogram(
                                "scheduler_preemption_goroutines_duration_seconds",
                                ALPHA,
                                "Time of evictions that make room for a pod.",
                                Buckets.seconds(0.01, 2, 20),
                                "result");
        evictions =
                registry.gated(gates.test("SchedulerAsyncPreemption"))
                        .counter(
                                "scheduler_preemption_goroutines_execution_total",
                                ALPHA,
                                "Evictions that make room for a pod, by how they ended.",
                                "result");
        boolean asyncCalls = gates.test("SchedulerAsyncAPICalls");
        calls =
                registry.gated(asyncCalls)
                        .counter(
                                "scheduler_async_api_call_execution_total",
                                ALPHA,
                                "Calls to the API server, by how they ended.",
                                "call_type",
                                "result");
        callSeconds =
                registry.gated(asyncCalls)
                        .histogram(
                                "scheduler_async_api_call_execution_duration_seconds",
                                ALPHA,
                                "Time of a call to the API server.",
                                MILLIS,
                                "call_type",
                                "result");
        pendingCalls =
                registry.gated(asyncCalls)
                        .gauge(
                                "scheduler_pending_async_api_calls",
                                ALPHA,
                                "Calls to the API server that wait or are under way.",
                                "call_type");
        volumeErrors =
                registry.reading(
                        "scheduler_volume_scheduling_stage_error_total",
                        ALPHA,
                        "What went wrong with volumes, by stage.",
                        "operation");
        disabled(registry, gates);
    }

    /// What nothing moves yet: devices, pod groups and a cache of volumes. Who looks for it shall
    /// not think it was disabled.
    private static void disabled(MetricRegistry registry, Predicate<String> gates) {
        registry.gated(gates.test("DRAExtendedResource"))
                .sharedCounter(
                        "scheduler_resourceclaim_creates_total",
                        ALPHA,
                        "Claims that were created for pods.",
                        "status");
        MetricRegistry conditions = registry.gated(gates.test("DRADeviceBindingConditions"));
        conditions.sharedCounter(
                "scheduler_dra_bindingconditions_allocations_total",
                ALPHA,
                "Allocations of devices that name conditions for binding.",
                "profile",
                "driver",
                "status");
        conditions.sharedHistogram(
                "scheduler_dra_bindingconditions_wait_duration_seconds",
                ALPHA,
                "Time spent waiting for the conditions of devices.",
                Buckets.seconds(0.1, 2, 14),
                "profile",
                "driver",
                "status");
        MetricRegistry groups = registry.gated(gates.test("GenericWorkload"));
        groups.counter(
                "scheduler_podgroup_schedule_attempts_total",
                ALPHA,
                "Attempts to schedule a group of pods, by how they ended.",
                "result",
                "profile");
        groups.histogram(
                "scheduler_podgroup_scheduling_attempt_duration_seconds",
                ALPHA,
                "Time of an attempt for a group of pods.",
                MILLIS,
                "result",
                "profile");
        groups.histogram(
                "scheduler_podgroup_scheduling_algorithm_duration_seconds",
                ALPHA,
                "Time to find nodes for a group of pods.",
                MILLIS);
        registry.sharedCounter(
                "scheduler_volume_binder_cache_requests_total",
                ALPHA,
                "Questions to what is known of volumes.",
                "operation");
    }
}
