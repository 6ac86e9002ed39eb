package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.List;

/// The victims of a preemption on one node, as extenders receive and return them (kube-scheduler:
/// `Victims`).
///
/// @param victims the pods to evict, highest priority first
/// @param violations the number of victims whose eviction violates a PodDisruptionBudget
///   (kube-scheduler: `NumPDBViolations`)
public record PreemptionPlan(String node, List<Pod> victims, int violations) {
    public PreemptionPlan {
        victims = List.copyOf(victims);
    }
}
