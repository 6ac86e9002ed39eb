package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.List;

/// Which pods would be evicted from a node to make room for another.
///
/// @param victims the most important first
/// @param violations how many of them a disruption budget would rather keep
public record PreemptionPlan(String node, List<Pod> victims, int violations) {
    public PreemptionPlan {
        victims = List.copyOf(victims);
    }
}
