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

    /// Makers of all of them, in no order that matters; which take part, where and with which
    /// weight is the configuration's business.
    public static List<PluginProvider<?>> providers() {
        return List.of(
                new DefaultBinder.Provider(),
                new NodeName.Provider(),
                new NodeResourcesBalancedAllocation.Provider(),
                new NodeResourcesFit.Provider(),
                new NodeUnschedulable.Provider(),
                new PrioritySort.Provider(),
                new SchedulingGates.Provider());
    }
}
