package dev.berth.plugins.volumes;

import dev.berth.spi.Filter;
import dev.berth.spi.Hints;
import dev.berth.spi.Judgement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Requeue;

import java.util.Set;

/// Stands in for the plugin that keeps disks and claims from being used twice: pods without any
/// pass, others are refused.
public final class VolumeRestrictions implements Filter, Requeue {
    private static final Set<String> SOURCES =
            Set.of(Unsupported.CLAIM, "gcePersistentDisk", "awsElasticBlockStore", "rbd", "iscsi");

    @Override
    public Judgement filterFor(PodCycle cycle) {
        return Unsupported.judge(cycle.pod(), SOURCES);
    }

    @Override
    public Judgement filterAlone(PodCycle cycle) {
        throw new IllegalStateException(
                "cannot read \"PreFilterVolumeRestrictions\" from cycleState");
    }

    /// No event helps a pod that is refused for its volumes.
    @Override
    public void requeueOn(Hints hints) {}

    /// Makes it; there are no arguments.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "VolumeRestrictions";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new VolumeRestrictions();
        }
    }
}
