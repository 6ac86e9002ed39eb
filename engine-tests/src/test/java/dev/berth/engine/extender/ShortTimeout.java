package dev.berth.engine.extender;

import dev.berth.engine.StepThreads;
import dev.berth.engine.port.BindingExecutor;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Delays tasks until the test releases them, like a slow extender.
final class ShortTimeout implements BindingExecutor {
    private final BindingExecutor steps = new StepThreads();
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean released = true;

    /// Tasks that start from now on wait.
    void hold() {
        released = false;
    }

    /// One call gets its response.
    void answerOne() {
        boolean before = released;
        released = true;
        steps.run("answered", waiting.remove());
        released = before;
    }

    int waiting() {
        return waiting.size();
    }

    @Override
    public Task run(String name, Runnable task) {
        if (released) {
            return steps.run(name, task);
        }
        waiting.add(task);
        return () -> {};
    }

    @Override
    public <T> T await(CompletableFuture<T> answer)
            throws InterruptedException, ExecutionException {
        return steps.await(answer);
    }

    @Override
    public int resume() {
        return steps.resume();
    }
}
