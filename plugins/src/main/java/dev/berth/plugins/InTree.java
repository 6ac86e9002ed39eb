package dev.berth.plugins;

import dev.berth.plugins.defaultbinder.DefaultBinder;
import dev.berth.plugins.nodename.NodeName;
import dev.berth.plugins.noderesources.NodeResourcesBalancedAllocation;
import dev.berth.plugins.noderesources.NodeResourcesFit;
import dev.berth.plugins.nodeunschedulable.NodeUnschedulable;
import dev.berth.plugins.prioritysort.PrioritySort;
import dev.berth.plugins.schedulinggates.SchedulingGates;
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
                new Default(new NodeResourcesFit.Provider(), 1),
                new Default(new NodeResourcesBalancedAllocation.Provider(), 1),
                new Default(new DefaultBinder.Provider(), 1));
    }
}
