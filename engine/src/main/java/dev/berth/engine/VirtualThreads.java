package dev.berth.engine;

import dev.berth.engine.port.BindingExecutor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Runs each binding task on a virtual thread.
public final class VirtualThreads implements BindingExecutor {
    @Override
    public Task run(String name, Runnable task) {
        return Thread.ofVirtual().name(name).start(task)::interrupt;
    }

    @Override
    public <T> T await(CompletableFuture<T> answer)
            throws InterruptedException, ExecutionException {
        return answer.get();
    }
}
