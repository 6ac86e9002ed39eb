package dev.berth.engine.loop;

import dev.berth.engine.port.TraceScope;
import dev.berth.spi.EventRecord;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// A request of a plugin to the scheduling thread. Requests with code name their plugin, so that a
/// failure of the code can be reported. Requests that can lead to API calls contain the position in
/// the trace that they come from.
sealed interface PluginRequest {
    /// Run code of the plugin.
    record Run(String plugin, TraceScope scope, Runnable code) implements PluginRequest {}

    /// Run code of the plugin after a delay.
    record RunAfter(String plugin, Duration delay, TraceScope scope, Runnable code)
            implements PluginRequest {}

    record RecordEvent(EventRecord event) implements PluginRequest {}

    /// Record a value of a metric.
    record RecordMetric(String name, Duration took, List<String> labels) implements PluginRequest {}

    /// Record a task that the plugin has run in the background.
    record RecordBackgroundTask(String name, boolean failed, Duration took)
            implements PluginRequest {}

    /// Send a write to the API server; `then` receives the outcome.
    record SendWrite(String plugin, Write write, TraceScope scope, Consumer<WriteOutcome> then)
            implements PluginRequest {}

    /// Send a write, for a binding thread that waits for its outcome.
    record AwaitWrite(Write write, TraceScope scope, CompletableFuture<WriteOutcome> outcome)
            implements PluginRequest {}

    /// Wait until `check` finds what a binding thread waits for.
    record AwaitObject<T>(
            String plugin,
            Function<ObjectLookup, Optional<T>> check,
            Duration atMost,
            CompletableFuture<T> found)
            implements PluginRequest {}

    /// The binding thread that waited for this was interrupted.
    record StopAwaiting(CompletableFuture<?> found) implements PluginRequest {}

    /// Complete `over` after a time.
    record Pause(Duration time, CompletableFuture<Boolean> over) implements PluginRequest {}
}
