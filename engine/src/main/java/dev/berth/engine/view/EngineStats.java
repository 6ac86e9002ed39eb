package dev.berth.engine.view;

import java.util.Map;
import java.util.SortedMap;

/// Counters of the engine at one moment.
///
/// @param assumed pods that we placed and nobody has confirmed yet
/// @param assumedObjects other objects, such as claims, of which something is assumed
/// @param charged pods that stand on nodes, those assumed included
/// @param awaiting bindings that wait for other objects to become as they want them
/// @param flushRequeues pods that the flush requeued; each points to a missing queueing hint
/// @param repairs events that contradicted what was held and were taken as the truth
/// @param pluginFailures what plugins did wrong, and messages that could not be applied
/// @param failuresByPlugin how often a plugin threw or gave an answer that is none, as
///   `plugin/point`
/// @param incoming moves into queues, as `queue/event`
/// @param unschedulableByPlugin unschedulable pods by profile and rejecting plugin
/// @param inFlightByEvent what is remembered for pods in flight, by event
/// @param calls what waits for the API server, by type
public record EngineStats(
        int nodes,
        int pods,
        int assumed,
        int assumedObjects,
        int charged,
        int waiting,
        int binding,
        int awaiting,
        QueueSizes queue,
        long attempts,
        long scheduled,
        long unschedulable,
        long errors,
        long flushRequeues,
        long repairs,
        long slowIterations,
        String slowestPlugin,
        long pluginFailures,
        SortedMap<String, Long> failuresByPlugin,
        Map<String, Long> incoming,
        SortedMap<String, SortedMap<String, Integer>> unschedulableByPlugin,
        SortedMap<String, Integer> inFlightByEvent,
        SortedMap<String, Integer> calls,
        long iterations) {}
