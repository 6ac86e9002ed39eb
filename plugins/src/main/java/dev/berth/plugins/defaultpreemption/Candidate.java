package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;
import dev.berth.spi.NodeView;
import dev.berth.spi.PreemptionPlan;

import java.time.Instant;
import java.util.List;

/// A node that has room once its victims are gone, and what they are to be judged by.
///
/// @param victims the most important first
/// @param violations how many of them no disruption budget allows for
/// @param highestPriority that of the most important
/// @param sumOfPriorities each raised so that none is negative
/// @param earliestStart of those with the highest priority
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

    /// @param victims at least one
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
