package dev.berth.plugins;

import dev.berth.plugins.defaultbinder.DefaultBinder;
import dev.berth.plugins.defaultpreemption.DefaultPreemption;
import dev.berth.plugins.imagelocality.ImageLocality;
import dev.berth.plugins.interpodaffinity.InterPodAffinity;
import dev.berth.plugins.legacy.Legacy;
import dev.berth.plugins.nodeaffinity.NodeAffinityPlugin;
import dev.berth.plugins.nodedeclaredfeatures.NodeDeclaredFeatures;
import dev.berth.plugins.nodename.NodeName;
import dev.berth.plugins.nodeports.NodePorts;
import dev.berth.plugins.noderesources.NodeResourcesBalancedAllocation;
import dev.berth.plugins.noderesources.NodeResourcesFit;
import dev.berth.plugins.nodeunschedulable.NodeUnschedulable;
import dev.berth.plugins.podtopologyspread.PodTopologySpread;
import dev.berth.plugins.prioritysort.PrioritySort;
import dev.berth.plugins.schedulinggates.SchedulingGates;
import dev.berth.plugins.tainttoleration.TaintToleration;
import dev.berth.plugins.volumes.NodeVolumeLimits;
import dev.berth.plugins.volumes.VolumeBinding;
import dev.berth.plugins.volumes.VolumeRestrictions;
import dev.berth.plugins.volumes.VolumeZone;
import dev.berth.spi.PluginProvider;

import java.util.List;
import java.util.stream.Stream;

/// The plugins of this module. The module `devices` contains one more.
public final class InTreePlugins {
    private InTreePlugins() {}

    /// The providers of all plugins, in no particular order. The configuration determines the
    /// enabled plugins, their extension points and weights.
    public static List<PluginProvider<?>> providers() {
        return Stream.concat(current().stream(), Legacy.providers().stream()).toList();
    }

    private static List<PluginProvider<?>> current() {
        return List.of(
                new DefaultBinder.Provider(),
                new DefaultPreemption.Provider(),
                new ImageLocality.Provider(),
                new InterPodAffinity.Provider(),
                new NodeAffinityPlugin.Provider(),
                new NodeDeclaredFeatures.Provider(),
                new NodeName.Provider(),
                new NodePorts.Provider(),
                new NodeResourcesBalancedAllocation.Provider(),
                new NodeResourcesFit.Provider(),
                new NodeUnschedulable.Provider(),
                new NodeVolumeLimits.Provider(),
                new PodTopologySpread.Provider(),
                new PrioritySort.Provider(),
                new SchedulingGates.Provider(),
                new TaintToleration.Provider(),
                new VolumeBinding.Provider(),
                new VolumeRestrictions.Provider(),
                new VolumeZone.Provider());
    }
}
