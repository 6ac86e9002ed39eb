package dev.berth.engine.loop;

import dev.berth.spi.EventRecord;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// What a plugin asks of the scheduling thread.
sealed interface PluginRequest {
    /// Run code of the plugin.
    record Run(Runnable code) implements PluginRequest {}

    /// Run code of the plugin after a wait.
    record RunAfter(Duration delay, Runnable code) implements PluginRequest {}

    record RecordEvent(EventRecord event) implements PluginRequest {}

    /// Send a write to the API server.
    record SendWrite(Write write, Consumer<WriteOutcome> then) implements PluginRequest {}

    /// Send a write, for a binding thread that waits for its outcome.
    record AwaitWrite(Write write, CompletableFuture<WriteOutcome> outcome)
            implements PluginRequest {}

    /// Wait until `check` finds what a binding thread waits for.
    record AwaitObject<T>(
            Function<ObjectLookup, Optional<T>> check, Duration atMost, CompletableFuture<T> found)
            implements PluginRequest {}

    /// The binding thread that waited for this was interrupted.
    record StopAwaiting(CompletableFuture<?> found) implements PluginRequest {}

    /// Complete `over` after a time.
    record Pause(Duration time, CompletableFuture<Boolean> over) implements PluginRequest {}
}
