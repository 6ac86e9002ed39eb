package dev.berth.engine.extender;

import dev.berth.engine.StepThreads;
import dev.berth.engine.port.BindingExecutor;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Lets tasks wait until a test says go, as if the other side took its time.
final class ShortTimeout implements BindingExecutor {
    private final BindingExecutor steps = new StepThreads();
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean released = true;

    /// Whatever is started from now on waits.
    void hold() {
        released = false;
    }

    /// The other side answers one call.
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
