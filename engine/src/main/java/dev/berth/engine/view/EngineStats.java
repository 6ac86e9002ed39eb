package dev.berth.engine.view;

import java.util.Map;

/// Counters of the engine at one moment.
///
/// @param flushRescues pods woken by the five-minute net: each one is a wake-up somebody missed
/// @param repairs events that contradicted what was held and were taken as the truth
/// @param incoming moves into queues, as `queue/event`
public record EngineStats(
        int nodes,
        int pods,
        int assumed,
        int waiting,
        int binding,
        QueueSizes queue,
        long attempts,
        long scheduled,
        long unschedulable,
        long errors,
        long flushRescues,
        long repairs,
        long slowTurns,
        String slowestPlugin,
        long pluginFailures,
        Map<String, Long> incoming) {}
