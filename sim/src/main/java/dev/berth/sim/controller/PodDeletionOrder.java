package dev.berth.sim.controller;

import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The order in which a replica set deletes surplus pods (upstream: `ActivePodsWithRanks`).
final class PodDeletionOrder {
    private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private PodDeletionOrder() {}

    /// The order of the pods of one set.
    static Comparator<Pod> of(List<Pod> pods) {
        Map<String, Long> podsOnNode = new TreeMap<>();
        for (Pod pod : pods) {
            podsOnNode.merge(pod.spec().nodeName(), 1L, Long::sum);
        }
        return Comparator.comparing(Pod::assigned)
                .thenComparingInt(pod -> PHASES.indexOf(pod.status().phase()))
                .thenComparing(PodFacts::ready)
                .thenComparingLong(PodDeletionOrder::cost)
                .thenComparingLong(pod -> -podsOnNode.getOrDefault(pod.spec().nodeName(), 0L))
                .thenComparing(
                        pod -> PodFacts.readySince(pod).orElse(Instant.MAX),
                        Comparator.reverseOrder())
                .thenComparing(
                        pod -> pod.meta().created().orElse(Instant.MAX), Comparator.reverseOrder())
                .thenComparing(Pod::name);
    }

    private static long cost(Pod pod) {
        try {
            return Integer.parseInt(pod.meta().annotations().getOr(COST, "0"));
        } catch (NumberFormatException unreadable) {
            return 0;
        }
    }
}
