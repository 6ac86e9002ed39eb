package dev.berth.engine.decide;

import dev.berth.engine.consult.Extenders;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.CycleKey;
import dev.berth.spi.EventNote;
import dev.berth.spi.Gates;
import dev.berth.spi.Lookup;
import dev.berth.spi.NodeView;
import dev.berth.spi.Objects;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.RowMemo;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.TermGroups;
import dev.berth.spi.TermSource;
import dev.berth.spi.Trial;
import dev.berth.spi.Verdict;
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

/// What plugins get where nothing is ever written or waited for.
final class PaperContext implements PluginContext {
    private final ProfileSpec spec;
    private final ClusterState state;
    private final SchedulingCycle cycle;
    private final Extenders extenders;

    PaperContext(ProfileSpec spec, ClusterState state, SchedulingCycle cycle, Extenders extenders) {
        this.spec = spec;
        this.state = state;
        this.cycle = cycle;
        this.extenders = extenders;
    }

    @Override
    public String profile() {
        return spec.schedulerName();
    }

    @Override
    public Gates gates() {
        return spec.gates();
    }

    /// Later than anything that has happened.
    @Override
    public long nowNanos() {
        return Long.MAX_VALUE;
    }

    /// Nothing is left to chance here.
    @Override
    public RandomGenerator random() {
        return new SplittableRandom(0);
    }

    @Override
    public WaitingPods waitingPods() {
        return new WaitingPods() {
            @Override
            public List<Waiting> all() {
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

    /// Nothing is done here, so nothing follows.
    @Override
    public void later(Runnable work) {}

    @Override
    public void later(Duration wait, Runnable work) {}

    @Override
    public Optional<Pod> pod(String uid) {
        return state.pod(uid).map(PodEntry::seen);
    }

    @Override
    public List<Pod> promised(String node) {
        return state.promised(node);
    }

    @Override
    public Objects objects() {
        return state.objects();
    }

    @Override
    public SelectorGroup group(PodMatcher matcher) {
        return state.group(matcher);
    }

    @Override
    public TermGroups terms(TermSource source) {
        return state.terms(source);
    }

    @Override
    public Verdict filter(PodCycle podCycle, NodeView node) {
        return cycle.filter(ours(podCycle), node);
    }

    @Override
    public Trial tryOn(PodCycle podCycle, NodeView node) {
        return cycle.tryOn(ours(podCycle), node);
    }

    @Override
    public <T> RowMemo<T> memo(PodCycle podCycle, CycleKey<T> key, long stamp) {
        return cycle.memo(ours(podCycle), key, stamp);
    }

    private static Attempt ours(PodCycle podCycle) {
        if (podCycle instanceof Attempt attempt) {
            return attempt;
        }
        throw new IllegalArgumentException("not a cycle of this decider: " + podCycle);
    }

    @Override
    public boolean consults(Pod pod) {
        return !extenders.preemptorsFor(pod).isEmpty();
    }

    @Override
    public void event(EventNote event) {}

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {}

    @Override
    public WriteOutcome write(Write write) {
        throw new UnsupportedOperationException("nothing is written here");
    }

    @Override
    public <T> T await(Function<Lookup, Optional<T>> check, Duration atMost) {
        throw new UnsupportedOperationException("nothing is waited for here");
    }

    @Override
    public void pause(Duration time) {}
}
