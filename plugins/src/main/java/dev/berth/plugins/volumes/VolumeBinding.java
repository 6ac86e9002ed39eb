package dev.berth.plugins.volumes;

import dev.berth.spi.Depends;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.Hints;
import dev.berth.spi.Judgement;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFlight;
import dev.berth.spi.Problems;
import dev.berth.spi.Requeue;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.Scoring;
import dev.berth.spi.Verdict;

import java.util.Set;

/// Stands in for the plugin that finds and binds volumes: pods that claim none pass as they do
/// upstream, others are refused, because nobody here can bind for them yet.
public final class VolumeBinding implements Filter, Score, Reserve, PreBind, Requeue {
    private static final Set<String> SOURCES = Set.of(Unsupported.CLAIM, Unsupported.EPHEMERAL);

    @Override
    public Judgement filterFor(PodCycle cycle) {
        return Unsupported.judge(cycle.pod(), SOURCES);
    }

    @Override
    public Judgement filterAlone(PodCycle cycle) {
        throw new IllegalStateException("not found");
    }

    @Override
    public Scoring scorerFor(PodCycle cycle, NodeSet feasible) {
        return Scoring.SKIP;
    }

    @Override
    public Scoring scorerAlone(PodCycle cycle, NodeSet feasible) {
        return Scoring.of(new Indifferent());
    }

    /// No volumes to bind, so no node is better.
    private record Indifferent() implements NodeScorer {
        @Override
        public long score(NodeView node) {
            return 0;
        }

        @Override
        public Depends dependsOn() {
            return Depends.onAttributes();
        }
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        return Verdict.PASS;
    }

    @Override
    public void unreserve(Placement placement) {}

    @Override
    public PreFlight preFlight(Placement placement) {
        return PreFlight.SKIP;
    }

    @Override
    public Verdict preBind(Placement placement) {
        return Verdict.PASS;
    }

    /// No event helps a pod that is refused for its volumes.
    @Override
    public void requeueOn(Hints hints) {}

    /// Makes it from its arguments.
    public static final class Provider implements PluginProvider<VolumeBindingArgs> {
        @Override
        public String name() {
            return "VolumeBinding";
        }

        @Override
        public VolumeBindingArgs defaults() {
            return VolumeBindingArgs.DEFAULT;
        }

        @Override
        public VolumeBindingArgs defaults(Gates on) {
            return VolumeBindingArgs.defaults(on);
        }

        @Override
        public void check(VolumeBindingArgs args, Gates on, Problems out) {
            args.check(on, out);
        }

        @Override
        public Plugin create(VolumeBindingArgs args, PluginContext context) {
            return new VolumeBinding();
        }
    }
}
