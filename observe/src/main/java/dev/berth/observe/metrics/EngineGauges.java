package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.NONE;

import dev.berth.engine.port.Meter;
import dev.berth.engine.view.EngineStats;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The metrics that are read instead of reported: sizes, and the counters of the engine. One thread
/// at a time passes the engine's statistics about once per second.
public final class EngineGauges implements Consumer<EngineStats> {
    private static final Map<String, String> VOLUME_STAGES =
            Map.of(
                    "VolumeBinding/Filter", "predicate",
                    "VolumeBinding/Reserve", "assume",
                    "VolumeBinding/PreBind", "bind");

    /// The type of entities that are single pods.
    private static final String POD = "pod";

    private final SchedulerMetrics metrics;
    private final MetricFamily<Gauge> iterations;
    private final MetricFamily<Gauge> slowIterations;
    private final MetricFamily<Gauge> flushRequeues;
    private final MetricFamily<Gauge> repairs;
    private final MetricFamily<Gauge> failures;
    private final MetricFamily<Gauge> waiting;
    private final Set<String> queuesSeen = new HashSet<>();
    private final Set<String> eventsSeen = new HashSet<>();

    public EngineGauges(MetricRegistry registry, EngineMeter meter) {
        metrics = meter.metrics();
        iterations =
                registry.reading(
                        "berth_loop_iterations_total",
                        NONE,
                        "Loop iterations of the scheduling thread.");
        slowIterations =
                registry.reading(
                        "berth_slow_loop_iterations_total",
                        NONE,
                        "Loop iterations of the scheduling thread that were too slow.");
        flushRequeues =
                registry.reading(
                        "berth_flush_requeues_total",
                        NONE,
                        "Unschedulable pods that were requeued by the timeout, not by an"
                                + " event.");
        repairs =
                registry.reading(
                        "berth_repairs_total",
                        NONE,
                        "Messages that contradicted the scheduler's state and replaced it.");
        failures =
                registry.reading(
                        "berth_plugin_failures_total",
                        NONE,
                        "Failures of plugins, by plugin and extension point.",
                        "plugin",
                        "extension_point");
        waiting = registry.gauge("berth_waiting_pods", NONE, "Pods that wait on Permit plugins.");
    }

    @Override
    public void accept(EngineStats now) {
        pending("active", now.queue().active());
        pending("backoff", now.queue().backoff());
        pending("unschedulable", now.queue().unschedulable());
        pending("gated", now.queue().gated());
        // Pods of incomplete pod groups, and pods that wait for the cycle of their group.
        metrics.pending.of("incomplete").set(0);
        metrics.pending.of("pending").set(0);
        metrics.cacheSize.of("nodes").set(now.nodes());
        metrics.cacheSize.of("pods").set(now.charged());
        metrics.cacheSize.of("assumed_pods").set(now.assumed());
        metrics.workers.of("binding").set(now.binding() + now.waiting());
        now.unschedulableByPlugin()
                .forEach((profile, plugins) ->
                        plugins.forEach((plugin, pods) ->
                                metrics.unschedulable.of(plugin, profile).set(pods)));
        eventsSeen.addAll(now.inFlightByEvent().keySet());
        for (String event : eventsSeen) {
            metrics.inFlight.of(event).set(now.inFlightByEvent().getOrDefault(event, 0));
        }
        split(now.incoming(), metrics.incoming);
        splitByType(now.incoming());
        for (Meter.CallType type : Meter.CallType.values()) {
            if (type != Meter.CallType.OTHER) {
                metrics.pendingCalls
                        .of(type.label())
                        .set(now.calls().getOrDefault(type.label(), 0));
            }
        }
        iterations.of().set(now.iterations());
        slowIterations.of().set(now.slowIterations());
        flushRequeues.of().set(now.flushRequeues());
        repairs.of().set(now.repairs());
        waiting.of().set(now.waiting());
        split(now.failuresByPlugin(), failures);
        VOLUME_STAGES.forEach((point, operation) -> {
            Long failed = now.failuresByPlugin().get(point);
            if (failed != null) {
                metrics.volumeErrors.of(operation).set(failed);
            }
        });
    }

    // Parity: QueuedEntities has a series from the first entity in the queue on.
    private void pending(String queue, long pods) {
        metrics.pending.of(queue).set(pods);
        if (pods > 0 || queuesSeen.contains(queue)) {
            queuesSeen.add(queue);
            metrics.entities.of(queue, POD).set(pods);
        }
    }

    // Differs: kube-scheduler does not count pods that enter the backoff queue or become
    // unschedulable.
    private void splitByType(Map<String, Long> incoming) {
        incoming.forEach((key, number) -> {
            int slash = key.lastIndexOf('/');
            metrics.incomingEntities
                    .of(key.substring(0, slash), key.substring(slash + 1), POD)
                    .set(number);
        });
    }

    /// Writes numbers by `first/second` to the cells with these two labels.
    private static void split(Map<String, Long> numbers, MetricFamily<Gauge> family) {
        numbers.forEach((key, number) -> {
            int slash = key.lastIndexOf('/');
            family.of(key.substring(0, slash), key.substring(slash + 1)).set(number);
        });
    }
}
