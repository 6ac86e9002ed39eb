package dev.berth.engine.port;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Runs the parts of binding cycles that may wait.
public interface BindingExecutor {
    /// A task that was started.
    @FunctionalInterface
    interface Task {
        /// Ends the task's present wait, or its next one, with an [InterruptedException].
        void interrupt();
    }

    /// Starts a task on a thread of its own.
    Task run(String name, Runnable task);

    /// Waits within a task.
    <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException;

    /// Resumes tasks whose wait has ended, if the scheduling thread has to do that; returns how
    /// many.
    default int resume() {
        return 0;
    }
}
