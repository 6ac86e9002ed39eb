/// The in-tree plugins, written against the SPI like anyone's.
module dev.berth.plugins {
    requires static transitive org.jspecify;
    requires transitive dev.berth.spi;

    exports dev.berth.plugins;
    exports dev.berth.plugins.defaultbinder;
    exports dev.berth.plugins.interpodaffinity;
    exports dev.berth.plugins.nodename;
    exports dev.berth.plugins.noderesources;
    exports dev.berth.plugins.nodeunschedulable;
    exports dev.berth.plugins.podtopologyspread;
    exports dev.berth.plugins.prioritysort;
    exports dev.berth.plugins.schedulinggates;

    provides dev.berth.spi.PluginProvider with
            dev.berth.plugins.defaultbinder.DefaultBinder.Provider,
            dev.berth.plugins.interpodaffinity.InterPodAffinity.Provider,
            dev.berth.plugins.nodename.NodeName.Provider,
            dev.berth.plugins.noderesources.NodeResourcesBalancedAllocation.Provider,
            dev.berth.plugins.noderesources.NodeResourcesFit.Provider,
            dev.berth.plugins.nodeunschedulable.NodeUnschedulable.Provider,
            dev.berth.plugins.podtopologyspread.PodTopologySpread.Provider,
            dev.berth.plugins.prioritysort.PrioritySort.Provider,
            dev.berth.plugins.schedulinggates.SchedulingGates.Provider;
}
