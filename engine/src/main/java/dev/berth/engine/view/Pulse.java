package dev.berth.engine.view;

import java.util.List;

/// The few numbers that change all the time; quick to gather.
///
/// @param decisions how many there were; the number that the next one gets
/// @param scheduled, unschedulable, errors how attempts ended, since the start
/// @param informed whether all nodes and pods have been told
/// @param latencies how many decisions took how long, by the buckets of [Latencies]
public record Pulse(
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
        List<Long> latencies) {}
