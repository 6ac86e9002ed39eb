package dev.berth.engine.decide;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.state.ClusterState;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.spi.EventNote;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeView;
import dev.berth.spi.Objects;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.TermGroups;
import dev.berth.spi.TermSource;
import dev.berth.spi.Verdict;
import dev.berth.spi.WaitingPods;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What plugins get where nothing is ever written or waited for.
final class PaperContext implements PluginContext {
    private final ProfileSpec spec;
    private final ClusterState state;
    private final SchedulingCycle cycle;

    PaperContext(ProfileSpec spec, ClusterState state, SchedulingCycle cycle) {
        this.spec = spec;
        this.state = state;
        this.cycle = cycle;
    }

    @Override
    public String profile() {
        return spec.schedulerName();
    }

    @Override
    public Gates gates() {
        return spec.gates();
    }

    @Override
    public long nowNanos() {
        return 0;
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
        };
    }

    @Override
    public void activate(Collection<String> podKeys) {}

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
        if (!(podCycle instanceof Attempt attempt)) {
            throw new IllegalArgumentException("not a cycle of this decider: " + podCycle);
        }
        return cycle.filter(attempt, node);
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
    public Optional<KubeObject> await(
            Kind kind, String key, Predicate<Optional<KubeObject>> wanted, Duration atMost) {
        throw new UnsupportedOperationException("nothing is waited for here");
    }

    @Override
    public void pause(Duration time) {}
}
