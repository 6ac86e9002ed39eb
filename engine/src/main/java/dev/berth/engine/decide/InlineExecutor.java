package dev.berth.engine.decide;

import dev.berth.engine.port.BindingExecutor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Runs every task at once, on the calling thread.
final class InlineExecutor implements BindingExecutor {
    @Override
    public Task run(String name, Runnable task) {
        task.run();
        return () -> {};
    }

    @Override
    public <T> T await(CompletableFuture<T> answer)
            throws InterruptedException, ExecutionException {
        return answer.get();
    }
}
