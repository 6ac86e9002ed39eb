package dev.berth.plugins;

import dev.berth.plugins.defaultbinder.DefaultBinder;
import dev.berth.plugins.dynamicresources.DynamicResources;
import dev.berth.plugins.imagelocality.ImageLocality;
import dev.berth.plugins.nodeaffinity.NodeAffinity;
import dev.berth.plugins.nodedeclaredfeatures.NodeDeclaredFeatures;
import dev.berth.plugins.nodename.NodeName;
import dev.berth.plugins.nodeports.NodePorts;
import dev.berth.plugins.noderesources.NodeResourcesBalancedAllocation;
import dev.berth.plugins.noderesources.NodeResourcesFit;
import dev.berth.plugins.nodeunschedulable.NodeUnschedulable;
import dev.berth.plugins.prioritysort.PrioritySort;
import dev.berth.plugins.schedulinggates.SchedulingGates;
import dev.berth.plugins.tainttoleration.TaintToleration;
import dev.berth.plugins.volumes.NodeVolumeLimits;
import dev.berth.plugins.volumes.VolumeBinding;
import dev.berth.plugins.volumes.VolumeRestrictions;
import dev.berth.plugins.volumes.VolumeZone;
import dev.berth.spi.PluginProvider;

import java.util.List;

/// The plugins that come with the scheduler.
public final class InTree {
    private InTree() {}

    /// A plugin and the weight its scores have by default.
    public record Default(PluginProvider<?> provider, long weight) {}

    /// The plugins of the default profile, in their order.
    public static List<Default> defaults() {
        return List.of(
                new Default(new SchedulingGates.Provider(), 1),
                new Default(new PrioritySort.Provider(), 1),
                new Default(new NodeUnschedulable.Provider(), 1),
                new Default(new NodeName.Provider(), 1),
                new Default(new TaintToleration.Provider(), 3),
                new Default(new NodeAffinity.Provider(), 2),
                new Default(new NodePorts.Provider(), 1),
                new Default(new NodeResourcesFit.Provider(), 1),
                new Default(new VolumeRestrictions.Provider(), 1),
                new Default(new NodeVolumeLimits.Provider(), 1),
                new Default(new VolumeBinding.Provider(), 1),
                new Default(new VolumeZone.Provider(), 1),
                new Default(new DynamicResources.Provider(), 2),
                new Default(new NodeResourcesBalancedAllocation.Provider(), 1),
                new Default(new ImageLocality.Provider(), 1),
                new Default(new DefaultBinder.Provider(), 1),
                new Default(new NodeDeclaredFeatures.Provider(), 1));
    }
}
