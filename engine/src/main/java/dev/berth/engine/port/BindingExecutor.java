package dev.berth.engine.port;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Runs the parts of binding cycles that may wait.
public interface BindingExecutor {
    /// Starts a task on a thread of its own.
    void run(String name, Runnable task);

    /// Waits within a task.
    <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException;

    /// Lets tasks whose wait is over go on, where the scheduling thread must do that; returns how
    /// many.
    default int resume() {
        return 0;
    }
}
