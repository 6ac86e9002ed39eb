package dev.berth.engine.view;

import java.util.Map;
import java.util.SortedMap;

/// Counters of the engine at one moment.
///
/// @param assumed pods that are assumed
/// @param assumedObjects other objects that are assumed, such as claims
/// @param charged pods on nodes, assumed pods included
/// @param awaiting bindings that wait for other objects
/// @param flushRequeues pods that the flush requeued; each points to a missing queueing hint
/// @param repairs events that contradicted the state, and corrected it
/// @param pluginFailures failures of plugins, of messages and of loop iterations
/// @param failuresByPlugin failures of plugins, as `plugin/extensionPoint`
/// @param incoming moves into queues, as `queue/event`
/// @param unschedulableByPlugin unschedulable pods by profile and rejecting plugin
/// @param inFlightByEvent events that are kept for pods in flight, by event
/// @param calls API calls without a response, by type
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
        long iterations) {
    public EngineStats {
        failuresByPlugin = ImmutableCopies.of(failuresByPlugin);
        incoming = ImmutableCopies.of(incoming);
        unschedulableByPlugin = ImmutableCopies.of(unschedulableByPlugin);
        inFlightByEvent = ImmutableCopies.of(inFlightByEvent);
        calls = ImmutableCopies.of(calls);
    }
}
