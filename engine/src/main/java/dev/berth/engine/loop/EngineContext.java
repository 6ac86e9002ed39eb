package dev.berth.engine.loop;

import dev.berth.engine.cycle.ClusterContext;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.spi.EventRecord;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.WaitingPods;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// The context of one plugin of one profile (kube-scheduler: `Handle`).
final class EngineContext extends ClusterContext {
    private final String plugin;
    private final Clock clock;
    private final RandomGenerator random;
    private final WaitingPods waitingPods;
    private final PluginRequests requests;
    private final PluginLifetime lifetime;

    EngineContext(
            ProfileSpec spec,
            String plugin,
            PluginGeneration generation,
            Clock clock,
            RandomGenerator random,
            WaitingPods waitingPods,
            PluginRequests requests) {
        super(spec, generation.reads());
        this.plugin = plugin;
        this.clock = clock;
        this.random = random;
        this.waitingPods = waitingPods;
        this.requests = requests;
        this.lifetime = generation.lifetime();
    }

    @Override
    public long nowNanos() {
        return clock.nowNanos();
    }

    @Override
    public RandomGenerator random() {
        thread().require("random()");
        return random;
    }

    @Override
    public WaitingPods waitingPods() {
        return waitingPods;
    }

    @Override
    public void activate(Collection<String> podKeys) {
        requests.activate(List.copyOf(podKeys));
    }

    @Override
    public void runLater(Runnable work) {
        Runnable guarded = lifetime.work(work, Duration.ZERO);
        requests.post(new PluginRequest.Run(plugin, requests.scope(), guarded));
    }

    @Override
    public void runLater(Duration wait, Runnable work) {
        Runnable guarded = lifetime.work(work, wait);
        requests.submit(new PluginRequest.RunAfter(plugin, wait, requests.scope(), guarded));
    }

    @Override
    public void event(EventRecord event) {
        requests.submit(new PluginRequest.RecordEvent(event));
    }

    @Override
    public void recordBackgroundTask(String name, boolean failed, Duration took) {
        requests.submit(new PluginRequest.RecordBackgroundTask(name, failed, took));
    }

    @Override
    public void recordMetric(String metric, Duration took, List<String> labels) {
        requests.submit(new PluginRequest.RecordMetric(metric, took, List.copyOf(labels)));
    }

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {
        Consumer<WriteOutcome> guarded = lifetime.outcome(then);
        requests.submit(new PluginRequest.SendWrite(plugin, write, requests.scope(), guarded));
    }

    @Override
    public WriteOutcome write(Write write) throws InterruptedException {
        thread().refuse("write()");
        var outcome = new CompletableFuture<WriteOutcome>();
        requests.submit(new PluginRequest.AwaitWrite(write, requests.scope(), outcome));
        return waitFor(outcome);
    }

    @Override
    public <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost)
            throws InterruptedException, TimeoutException {
        thread().refuse("await()");
        var found = new CompletableFuture<T>();
        requests.submit(new PluginRequest.AwaitObject<>(plugin, check, atMost, found));
        try {
            return requests.await(found);
        } catch (InterruptedException stopped) {
            requests.submit(new PluginRequest.StopAwaiting(found));
            throw stopped;
        } catch (ExecutionException problem) {
            if (problem.getCause() instanceof TimeoutException timeout) {
                throw timeout;
            }
            throw failed(problem);
        }
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        thread().refuse("pause()");
        var over = new CompletableFuture<Boolean>();
        requests.submit(new PluginRequest.Pause(time, over));
        waitFor(over);
    }

    private <T> T waitFor(CompletableFuture<T> future) throws InterruptedException {
        try {
            return requests.await(future);
        } catch (ExecutionException problem) {
            throw failed(problem);
        }
    }

    private static IllegalStateException failed(ExecutionException problem) {
        Throwable cause = problem.getCause();
        // The text is that of the exception itself, whether or not it was thrown by the plugin.
        Throwable thrown =
                cause instanceof PluginFailure && cause.getCause() != null
                        ? cause.getCause()
                        : cause;
        return new IllegalStateException(String.valueOf(thrown), cause);
    }
}
