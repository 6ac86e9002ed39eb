package dev.berth.engine.decide;

import dev.berth.engine.cycle.WhatIfEvaluator;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateKey;
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
final class DryRunContext implements PluginContext {
    private final ProfileSpec spec;
    private final ClusterState state;
    private final WhatIfEvaluator whatIf;
    private final Extenders extenders;

    DryRunContext(
            ProfileSpec spec, ClusterState state, WhatIfEvaluator whatIf, Extenders extenders) {
        this.spec = spec;
        this.state = state;
        this.whatIf = whatIf;
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

    /// Nothing is done here, so nothing follows.
    @Override
    public void runLater(Runnable work) {}

    @Override
    public void runLater(Duration wait, Runnable work) {}

    @Override
    public Optional<Pod> pod(String uid) {
        return state.pod(uid).map(PodEntry::seen);
    }

    @Override
    public List<Pod> nominatedPods(String node) {
        return state.nominated(node);
    }

    @Override
    public ObjectLister objects() {
        return state.objects();
    }

    @Override
    public SelectorGroup selectorGroup(PodMatcher matcher) {
        return state.group(matcher);
    }

    @Override
    public AffinityTermGroups affinityTerms(AffinityTermReader source) {
        return state.terms(source);
    }

    @Override
    public Verdict filter(PodCycle podCycle, NodeView node) {
        return whatIf.filter(podCycle, node);
    }

    @Override
    public NodeWhatIf whatIf(PodCycle podCycle, NodeView node) {
        return whatIf.tryOn(podCycle, node);
    }

    @Override
    public <T> NodeResultCache<T> resultCache(PodCycle podCycle, StateKey<T> key, long stamp) {
        return whatIf.resultCache(podCycle, key, stamp);
    }

    @Override
    public boolean extendersSupportPreemption(Pod pod) {
        return !extenders.preemptorsFor(pod).isEmpty();
    }

    @Override
    public void event(EventRecord event) {}

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {}

    @Override
    public WriteOutcome write(Write write) {
        throw new UnsupportedOperationException("nothing is written here");
    }

    @Override
    public <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost) {
        throw new UnsupportedOperationException("nothing is waited for here");
    }

    @Override
    public void pause(Duration time) {}
}
