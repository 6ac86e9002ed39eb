package dev.berth.engine.cycle;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.state.SchedulingThread;
import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The part of a plugin's context that only reads.
public abstract class ClusterContext implements PluginContext {
    private final ProfileSpec spec;
    private final ClusterReads reads;

    protected ClusterContext(ProfileSpec spec, ClusterReads reads) {
        this.spec = spec;
        this.reads = reads;
    }

    protected final SchedulingThread thread() {
        return reads.thread();
    }

    /// The state, for `call` of a plugin.
    private ClusterState stateFor(String call) {
        thread().require(call);
        return reads.state();
    }

    @Override
    public final String profile() {
        return spec.schedulerName();
    }

    @Override
    public final Gates gates() {
        return spec.gates();
    }

    @Override
    public final Optional<Pod> pod(String uid) {
        return stateFor("pod()").pod(uid).map(PodEntry::seen);
    }

    @Override
    public final List<Pod> nominatedPods(String node) {
        return stateFor("nominatedPods()").nominated(node);
    }

    @Override
    public final ObjectLister objects() {
        return stateFor("objects()").objects();
    }

    @Override
    public final <T> T shared(StateKey<T> key, Supplier<T> create) {
        thread().require("shared()");
        reads.references().sharedValue(key);
        return reads.shared().get(key, create);
    }

    @Override
    public final SelectorGroup selectorGroup(PodMatcher matcher) {
        return stateFor("selectorGroup()").groups().group(matcher, reads.references());
    }

    @Override
    public final AffinityTermGroups affinityTerms(AffinityTermReader reader) {
        ClusterState state = stateFor("affinityTerms()");
        reads.references().termReader(reader);
        return state.terms(reader);
    }

    @Override
    public final Verdict filter(PodCycle cycle, NodeView node) {
        return reads.whatIf().filter(cycle, node);
    }

    @Override
    public final NodeWhatIf whatIf(PodCycle cycle, NodeView node) {
        thread().require("whatIf()");
        return reads.whatIf().forNode(cycle, node);
    }

    @Override
    public final <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp) {
        thread().require("resultCache()");
        return reads.whatIf().resultCache(cycle, key, stamp);
    }

    @Override
    public final boolean extendersSupportPreemption(Pod pod) {
        return !reads.extenders().preemptorsFor(pod).isEmpty();
    }
}
