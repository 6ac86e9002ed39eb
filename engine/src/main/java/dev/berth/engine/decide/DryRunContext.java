package dev.berth.engine.decide;

import dev.berth.engine.cycle.ClusterContext;
import dev.berth.engine.cycle.ClusterReads;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.spi.EventRecord;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.WaitingPods;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// The context of plugins in a dry run: it reads the cluster, and ignores requests.
final class DryRunContext extends ClusterContext {
    DryRunContext(ProfileSpec spec, ClusterReads reads) {
        super(spec, reads);
    }

    /// Later than anything that has happened.
    @Override
    public long nowNanos() {
        return Long.MAX_VALUE;
    }

    /// The same numbers with each call, so that dry runs are repeatable.
    @Override
    public RandomGenerator random() {
        return new SplittableRandom(0);
    }

    @Override
    public WaitingPods waitingPods() {
        return new WaitingPods() {
            @Override
            public List<WaitingPod> all() {
                return List.of();
            }

            @Override
            public void allow(String uid, String plugin) {}

            @Override
            public void reject(String uid, String plugin, String message) {}

            @Override
            public boolean preempt(String uid, String plugin) {
                return false;
            }
        };
    }

    @Override
    public void activate(Collection<String> podKeys) {}

    @Override
    public void runLater(Runnable work) {}

    @Override
    public void runLater(Duration wait, Runnable work) {}

    @Override
    public void event(EventRecord event) {}

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {}

    @Override
    public WriteOutcome write(Write write) {
        throw new UnsupportedOperationException("a dry run sends no writes");
    }

    @Override
    public <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost) {
        throw new UnsupportedOperationException("a dry run does not wait for objects");
    }

    @Override
    public void pause(Duration time) {}
}
