package dev.berth.engine.loop;

import dev.berth.engine.view.EngineStats;

import java.util.SortedMap;
import java.util.TreeMap;

/// Collects the counters and sizes of the engine.
final class EngineStatistics {
    private final EngineWiring engine;
    private final Watchdog watchdog;
    private long failedMessages;

    EngineStatistics(EngineWiring engine, Watchdog watchdog) {
        this.engine = engine;
        this.watchdog = watchdog;
    }

    /// A message or a loop iteration failed.
    void countFailure() {
        failedMessages++;
    }

    /// The present figures. Scheduling thread only.
    EngineStats collect() {
        SortedMap<String, Long> pluginFailures =
                new TreeMap<>(engine.services().times().failures());
        var state = engine.state();
        var queue = engine.queue();
        var recorder = engine.recorder();
        return new EngineStats(
                state.nodes().count(),
                state.pods().size(),
                state.assumedPods(),
                state.assumedObjects(),
                state.chargedPods(),
                engine.binder().waiting().size(),
                engine.binder().size(),
                engine.awaiting().size(),
                queue.sizes(),
                recorder.attempts(),
                recorder.scheduled(),
                recorder.unschedulable(),
                recorder.errors(),
                queue.flushRequeues(),
                state.repairs(),
                watchdog.slowIterations(),
                watchdog.slowestPlugin(),
                failedMessages + pluginFailures.values().stream().mapToLong(Long::longValue).sum(),
                pluginFailures,
                queue.incoming(),
                queue.unschedulable(),
                queue.inFlightEvents(),
                engine.outbox().calls(),
                watchdog.iterations());
    }
}
