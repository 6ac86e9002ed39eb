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

    /// The metrics that plugins record by name.
    static final String CLAIM_CREATIONS = "dynamic_resource_allocation_resourceclaim_creates_total";

    static final String DEVICE_WAITS = "scheduler_dra_bindingconditions_allocations_total";
    static final String DEVICE_WAIT_SECONDS =
            "scheduler_dra_bindingconditions_wait_duration_seconds";

    final MetricFamily<Counter> attempts;
    final MetricFamily<Histogram> attemptSeconds;
    final MetricFamily<Histogram> searchSeconds;
    final MetricFamily<Histogram> eventSeconds;
    final MetricFamily<Histogram> victims;
    final MetricFamily<Counter> preemptions;
    final MetricFamily<Gauge> pending;
    final MetricFamily<Gauge> entities;
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
    final MetricFamily<Gauge> incomingEntities;
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
    final MetricFamily<Counter> claimCreations;
    final MetricFamily<Counter> deviceWaits;
    final MetricFamily<Histogram> deviceWaitSeconds;

    /// @param gates whether a feature is enabled; some metrics depend on one
    SchedulerMetrics(MetricRegistry registry, Predicate<String> gates) {
        attempts =
                registry.counter(
                        "scheduler_schedule_attempts_total",
                        STABLE,
                        "Scheduling attempts, by result: scheduled, unschedulable or error.",
                        "result",
                        "profile");
        attemptSeconds =
                registry.histogram(
                        "scheduler_scheduling_attempt_duration_seconds",
                        STABLE,
                        "Duration of a scheduling attempt, up to the binding or the failure.",
                        MILLIS,
                        "result",
                        "profile");
        searchSeconds =
                registry.histogram(
                        "scheduler_scheduling_algorithm_duration_seconds",
                        BETA,
                        "Duration of the search for a node.",
                        MILLIS);
        eventSeconds =
                registry.histogram(
                        "scheduler_event_handling_duration_seconds",
                        ALPHA,
                        "Duration of the handling of a cluster event.",
                        POINTS,
                        "event");
        victims =
                registry.histogram(
                        "scheduler_preemption_victims",
                        STABLE,
                        "Victims of a preemption for a single pod.",
                        Buckets.counts(1, 2, 7));
        preemptions =
                registry.counter(
                        "scheduler_preemption_attempts_total", STABLE, "Attempts of preemption.");
        pending =
                registry.gauge(
                        "scheduler_pending_pods",
                        STABLE,
                        "Pending pods, by queue: active, backoff, unschedulable, gated,"
                                + " incomplete or pending. The last two are for pod groups.",
                        "queue");
        entities =
                registry.gauge(
                        "scheduler_queued_entities",
                        ALPHA,
                        "Pending pods and pod groups, by queue.",
                        "queue",
                        "type");
        inFlight =
                registry.gauge(
                        "scheduler_inflight_events",
                        ALPHA,
                        "In-flight pods, and the events that are kept for them.",
                        "event");
        workers =
                registry.gauge(
                        "scheduler_goroutines",
                        BETA,
                        "Operations in progress outside the scheduling thread.",
                        "operation");
        batches =
                registry.counter(
                        "scheduler_batch_attempts_total",
                        ALPHA,
                        "Results of attempts to reuse the nodes of the previous pod.",
                        "profile",
                        "result");
        batchesFlushed =
                registry.counter(
                        "scheduler_batch_cache_flushed_total",
                        ALPHA,
                        "Reasons why the nodes of a pod are not kept for the next one.",
                        "profile",
                        "reason");
        batchHintSeconds =
                registry.histogram(
                        "scheduler_get_node_hint_duration_seconds",
                        ALPHA,
                        "Duration of the lookup of a node from the previous pod.",
                        HINTS,
                        "hinted",
                        "profile");
        batchStoreSeconds =
                registry.histogram(
                        "scheduler_store_schedule_results_duration_seconds",
                        ALPHA,
                        "Duration of the storing of nodes for the next pod.",
                        HINTS,
                        "profile");
        podSeconds =
                registry.histogram(
                        "scheduler_pod_scheduling_sli_duration_seconds",
                        BETA,
                        "Time from the first entry into the active queue to the binding of"
                                + " a pod.",
                        Buckets.seconds(0.01, 2, 20),
                        "attempts");
        podAttempts =
                registry.histogram(
                        "scheduler_pod_scheduling_attempts",
                        STABLE,
                        "Attempts until a pod was bound.",
                        Buckets.counts(1, 2, 5));
        afterFlush =
                registry.counter(
                        "scheduler_pod_scheduled_after_flush_total",
                        ALPHA,
                        "Pods bound after the timeout requeued them, which shows a missing"
                                + " event.");
        pointSeconds =
                registry.sharedHistogram(
                        "scheduler_framework_extension_point_duration_seconds",
                        STABLE,
                        "Duration of all plugins of an extension point.",
                        POINTS,
                        "extension_point",
                        "status",
                        "profile");
        pluginSeconds =
                registry.sharedHistogram(
                        "scheduler_plugin_execution_duration_seconds",
                        BETA,
                        "Duration of a plugin call, sampled in one of ten cycles.",
                        CALLS,
                        "plugin",
                        "extension_point",
                        "status");
        hintSeconds =
                registry.histogram(
                        "scheduler_queueing_hint_execution_duration_seconds",
                        ALPHA,
                        "Duration of a queueing hint of a plugin.",
                        CALLS,
                        "plugin",
                        "event",
                        "hint");
        incoming =
                registry.reading(
                        "scheduler_queue_incoming_pods_total",
                        STABLE,
                        "Pods added to a queue, by event.",
                        "queue",
                        "event");
        incomingEntities =
                registry.reading(
                        "scheduler_queue_incoming_entities_total",
                        ALPHA,
                        "Pods and pod groups added to a queue, by event.",
                        "queue",
                        "event",
                        "type");
        permitSeconds =
                registry.histogram(
                        "scheduler_permit_wait_duration_seconds",
                        BETA,
                        "Time that pods waited on Permit plugins.",
                        MILLIS,
                        "result");
        cacheSize =
                registry.gauge(
                        "scheduler_cache_size",
                        ALPHA,
                        "Nodes, pods and assumed pods in the scheduler's state.",
                        "type");
        unschedulable =
                registry.gauge(
                        "scheduler_unschedulable_pods",
                        BETA,
                        "Unschedulable pods by rejecting plugin; a pod counts for each of"
                                + " its plugins.",
                        "plugin",
                        "profile");
        evaluations =
                registry.counter(
                        "scheduler_plugin_evaluation_total",
                        BETA,
                        "Evaluations by a plugin: calls of PreFilter and PreScore, nodes"
                                + " of Filter and Score.",
                        "plugin",
                        "extension_point",
                        "profile");
        evictionSeconds =
                registry.gated(gates.test("SchedulerAsyncPreemption"))
                        .deprecatedHistogram(
                                "1.37.0",
                                "scheduler_preemption_goroutines_duration_seconds",
                                ALPHA,
                                "Duration of the evictions of a preemption.",
                                Buckets.seconds(0.01, 2, 20),
                                "result");
        evictions =
                registry.gated(gates.test("SchedulerAsyncPreemption"))
                        .counter(
                                "scheduler_preemption_goroutines_execution_total",
                                ALPHA,
                                "Evictions of preemptions, by result.",
                                "result");
        boolean asyncCalls = gates.test("SchedulerAsyncAPICalls");
        calls =
                registry.gated(asyncCalls)
                        .counter(
                                "scheduler_async_api_call_execution_total",
                                ALPHA,
                                "Calls to the API server, by result.",
                                "call_type",
                                "result");
        callSeconds =
                registry.gated(asyncCalls)
                        .histogram(
                                "scheduler_async_api_call_execution_duration_seconds",
                                ALPHA,
                                "Duration of a call to the API server.",
                                MILLIS,
                                "call_type",
                                "result");
        pendingCalls =
                registry.gated(asyncCalls)
                        .gauge(
                                "scheduler_pending_async_api_calls",
                                ALPHA,
                                "Calls to the API server that are queued or in flight.",
                                "call_type");
        volumeErrors =
                registry.reading(
                        "scheduler_volume_scheduling_stage_error_total",
                        ALPHA,
                        "Errors of volume scheduling, by stage.",
                        "operation");
        claimCreations =
                registry.gated(gates.test("DRAExtendedResource"))
                        .counter(
                                CLAIM_CREATIONS,
                                ALPHA,
                                "Resource claims that were created for pods.",
                                "status",
                                "admin_access",
                                "owner_api_group",
                                "owner_api_kind");
        MetricRegistry conditions = registry.gated(gates.test("DRADeviceBindingConditions"));
        deviceWaits =
                conditions.counter(
                        DEVICE_WAITS,
                        ALPHA,
                        "Allocations of devices with binding conditions.",
                        "profile",
                        "driver",
                        "status");
        deviceWaitSeconds =
                conditions.histogram(
                        DEVICE_WAIT_SECONDS,
                        ALPHA,
                        "Time spent waiting for binding conditions.",
                        Buckets.seconds(0.1, 2, 14),
                        "profile",
                        "driver",
                        "status");
        unimplemented(registry, gates);
    }

    /// Registers the metrics of features that Berth does not implement yet, so that they do not
    /// appear to be disabled.
    private static void unimplemented(MetricRegistry registry, Predicate<String> gates) {
        registry.counter(
                "scheduler_batch_rescore_attempts_total",
                ALPHA,
                "Attempts to score the last node of the previous pod again.",
                "profile");
        registry.histogram(
                "scheduler_batch_rescore_duration_seconds",
                ALPHA,
                "Duration of the scoring of the last node of the previous pod.",
                HINTS,
                "profile");
        registry.counter(
                "scheduler_pre_queueing_hint_evaluations_total",
                ALPHA,
                "Evaluations of the hints that select pods for an event.",
                "plugin",
                "result");
        unimplementedGroups(registry.gated(gates.test("GenericWorkload")));
        unimplementedPlacements(registry.gated(gates.test("TopologyAwareWorkloadScheduling")));
        registry.sharedCounter(
                "scheduler_volume_binder_cache_requests_total",
                ALPHA,
                "Requests to the cache of volumes.",
                "operation");
    }

    private static void unimplementedGroups(MetricRegistry groups) {
        groups.counter(
                "scheduler_podgroup_schedule_attempts_total",
                ALPHA,
                "Scheduling attempts of pod groups, by result.",
                "result",
                "profile");
        groups.histogram(
                "scheduler_podgroup_scheduling_attempt_duration_seconds",
                ALPHA,
                "Duration of a scheduling attempt of a pod group.",
                MILLIS,
                "result",
                "profile");
        groups.histogram(
                "scheduler_podgroup_scheduling_algorithm_duration_seconds",
                ALPHA,
                "Duration of the search for nodes for a pod group.",
                MILLIS);
        groups.counter(
                "scheduler_workload_preemption_attempts_total",
                ALPHA,
                "Attempts of preemption for pod groups, by result.",
                "result");
        groups.histogram(
                "scheduler_workload_preemption_victims",
                ALPHA,
                "Victims of a preemption for a pod group.",
                Buckets.counts(1, 2, 11));
        groups.histogram(
                "scheduler_preemption_workload_disruptions",
                ALPHA,
                "Pod groups that a preemption disrupts.",
                Buckets.counts(1, 2, 11),
                "preemptor");
        groups.histogram(
                "scheduler_preemption_evaluation_duration_seconds",
                ALPHA,
                "Duration of the evaluation of a preemption.",
                Buckets.seconds(0.001, 2, 16),
                "preemptor",
                "result");
        groups.histogram(
                "scheduler_preemption_execution_duration_seconds",
                ALPHA,
                "Duration of the execution of a preemption.",
                Buckets.seconds(0.001, 2, 16),
                "preemptor",
                "result");
        groups.counter(
                "scheduler_preemption_pdb_violations_total",
                ALPHA,
                "Violations of disruption budgets by preemptions.",
                "preemptor");
    }

    private static void unimplementedPlacements(MetricRegistry placements) {
        placements.counter(
                "scheduler_generated_placements_total",
                ALPHA,
                "Placements that were generated for pod groups.",
                "profile");
        placements.counter(
                "scheduler_placement_evaluations_total",
                ALPHA,
                "Evaluations of placements, by result.",
                "result",
                "profile");
        placements.histogram(
                "scheduler_placement_evaluation_duration_seconds",
                ALPHA,
                "Duration of the evaluation of a placement.",
                MILLIS,
                "result",
                "profile");
    }
}
