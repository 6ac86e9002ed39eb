package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.STABLE;

import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;

import java.util.Collection;
import java.util.NavigableMap;

/// The requests and limits of pods: the page `/metrics/resources`.
public final class ResourceMetrics {
    private static final String[] LABELS = {
        "namespace", "pod", "node", "scheduler", "priority", "resource", "unit"
    };

    private ResourceMetrics() {}

    /// @param pods all pods that have not terminated
    /// @param accept the `Accept` header; empty if there is none
    public static Exposition of(Collection<Pod> pods, String accept) {
        var registry = new MetricRegistry(MetricOptions.DEFAULT);
        MetricFamily<Gauge> requests =
                registry.gauge(
                        "kube_pod_resource_request",
                        STABLE,
                        "Resource requests of a pod, as the scheduler counts them.",
                        LABELS);
        MetricFamily<Gauge> limits =
                registry.gauge(
                        "kube_pod_resource_limit", STABLE, "Resource limits of a pod.", LABELS);
        for (Pod pod : pods) {
            write(pod, PodTotals.requests(pod), requests);
            write(pod, PodTotals.limits(pod), limits);
        }
        return Exposition.of(registry, accept);
    }

    private static void write(
            Pod pod, NavigableMap<String, Quantity> amounts, MetricFamily<Gauge> family) {
        amounts.forEach((resource, amount) -> {
            if (!amount.isZero()) {
                family.of(
                                pod.namespace(),
                                pod.name(),
                                pod.spec().nodeName(),
                                pod.spec().schedulerName(),
                                Integer.toString(pod.spec().priority()),
                                resource,
                                unit(resource))
                        .set(amount.toBigDecimal().doubleValue());
            }
        });
    }

    private static String unit(String resource) {
        if (resource.equals(ResourceList.CPU)) {
            return "cores";
        }
        if (resource.equals(ResourceList.MEMORY)
                || resource.equals("storage")
                || resource.equals(ResourceList.EPHEMERAL_STORAGE)
                || resource.startsWith("hugepages-")) {
            return "bytes";
        }
        return resource.startsWith("attachable-volumes-") ? "integer" : "";
    }
}
