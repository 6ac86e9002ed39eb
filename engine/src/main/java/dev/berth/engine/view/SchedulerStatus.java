package dev.berth.engine.view;

import java.util.List;

/// The most important counters, which are quick to collect.
///
/// @param decisions the number of decisions, which is the number of the next one
/// @param scheduled, unschedulable, errors how attempts ended, since the start
/// @param informed whether the scheduler has received all nodes and pods
/// @param resources the names of all resources, in the order of the amounts of nodes
/// @param latencies the durations of decisions, by the buckets of [Latencies]
public record SchedulerStatus(
        long atNanos,
        int nodes,
        int pods,
        int assumed,
        QueueSizes queue,
        int waiting,
        int binding,
        long decisions,
        long attempts,
        long scheduled,
        long unschedulable,
        long errors,
        boolean paused,
        boolean informed,
        List<String> resources,
        List<Long> latencies) {
    public SchedulerStatus {
        resources = List.copyOf(resources);
        latencies = List.copyOf(latencies);
    }
}
