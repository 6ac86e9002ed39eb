package dev.berth.engine.decide;

import dev.berth.engine.port.BindingExecutor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Does everything at once, on the thread of whoever wants it done.
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
