package dev.berth.engine;

import dev.berth.engine.port.BindingExecutor;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.SynchronousQueue;

/// Runs binding tasks one at a time, each until it ends or waits, so that runs repeat exactly.
///
/// Every task has a virtual thread, but only one thread runs at any moment: the thread that starts
/// or resumes a task waits until the task waits or ends.
public final class StepThreads implements BindingExecutor {
    private static final Object PERMIT = new Object();

    private final Map<Thread, Step> steps = new LinkedHashMap<>();
    private final ArrayDeque<Step> ready = new ArrayDeque<>();

    private static final class Step {
        final SynchronousQueue<Object> resume = new SynchronousQueue<>();
        final SynchronousQueue<Object> back = new SynchronousQueue<>();
        @Nullable CompletableFuture<?> awaited;
        boolean interrupted;
    }

    @Override
    public Task run(String name, Runnable task) {
        var step = new Step();
        Thread thread =
                Thread.ofVirtual()
                        .name(name)
                        .unstarted(() -> {
                            try {
                                task.run();
                            } finally {
                                steps.remove(Thread.currentThread());
                                hand(step.back);
                            }
                        });
        steps.put(thread, step);
        thread.start();
        take(step.back);
        return () -> interrupt(step);
    }

    private void interrupt(Step step) {
        step.interrupted = true;
        if (step.awaited != null) {
            step.awaited = null;
            ready.add(step);
        }
    }

    @Override
    public <T> T await(CompletableFuture<T> answer)
            throws InterruptedException, ExecutionException {
        Step step = steps.get(Thread.currentThread());
        if (step == null) {
            return answer.get();
        }
        if (!answer.isDone() && !step.interrupted) {
            step.awaited = answer;
            var _ = answer.whenComplete((value, problem) -> answered(step, answer));
            hand(step.back);
            step.resume.take();
        }
        if (step.interrupted) {
            step.interrupted = false;
            throw new InterruptedException("the wait was ended");
        }
        return answer.get();
    }

    @SuppressWarnings("ReferenceEquality") // Futures are compared by identity.
    private void answered(Step step, CompletableFuture<?> answer) {
        // A wait that was interrupted has ended, even if its future completes later.
        if (answer == step.awaited) {
            step.awaited = null;
            ready.add(step);
        }
    }

    @Override
    public int resume() {
        int resumed = 0;
        for (Step step = ready.poll(); step != null; step = ready.poll()) {
            hand(step.resume);
            take(step.back);
            resumed++;
        }
        return resumed;
    }

    private static void hand(SynchronousQueue<Object> to) {
        boolean handed = false;
        while (!handed) {
            try {
                to.put(PERMIT);
                handed = true;
            } catch (InterruptedException ignored) {
                // The scheduling thread must be released even if the task fails, or it would wait
                // forever.
                handed = false;
            }
        }
    }

    private static void take(SynchronousQueue<Object> from) {
        boolean taken = false;
        while (!taken) {
            try {
                from.take();
                taken = true;
            } catch (InterruptedException ignored) {
                taken = false;
            }
        }
    }
}
