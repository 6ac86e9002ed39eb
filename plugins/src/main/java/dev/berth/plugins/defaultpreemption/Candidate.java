package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;
import dev.berth.spi.NodeView;
import dev.berth.spi.PreemptionPlan;

import java.time.Instant;
import java.util.List;

/// A node on which the pod fits after the victims are evicted, with the values that candidates are
/// compared by.
///
/// @param victims the victims, highest priority first
/// @param violations the number of victims whose eviction violates a PodDisruptionBudget
/// @param highestPriority the priority of the first victim
/// @param sumOfPriorities the sum of the priorities, each shifted so that none is negative
/// @param earliestStart the earliest start time of the victims with the highest priority
record Candidate(
        NodeView node,
        List<Pod> victims,
        int violations,
        int highestPriority,
        long sumOfPriorities,
        Instant earliestStart) {
    PreemptionPlan plan() {
        return new PreemptionPlan(node.name(), victims, violations);
    }

    /// @param victims at least one pod
    static Candidate of(NodeView node, List<Pod> victims, int violations) {
        int highest = victims.getFirst().spec().priority();
        long sum = 0;
        Instant earliest = Instant.MAX;
        for (Pod victim : victims) {
            sum += victim.spec().priority() - (long) Integer.MIN_VALUE;
            Instant started = PodImportance.started(victim);
            if (victim.spec().priority() == highest && started.isBefore(earliest)) {
                earliest = started;
            }
        }
        return new Candidate(node, victims, violations, highest, sum, earliest);
    }
}
