/// The in-tree plugins of kube-scheduler, written against the public SPI.
module dev.berth.plugins {
    requires static transitive org.jspecify;
    requires transitive dev.berth.spi;

    exports dev.berth.plugins;
    exports dev.berth.plugins.defaultbinder;
    exports dev.berth.plugins.defaultpreemption;
    exports dev.berth.plugins.interpodaffinity;
    exports dev.berth.plugins.legacy;
    exports dev.berth.plugins.imagelocality;
    exports dev.berth.plugins.nodeaffinity;
    exports dev.berth.plugins.nodedeclaredfeatures;
    exports dev.berth.plugins.nodename;
    exports dev.berth.plugins.nodeports;
    exports dev.berth.plugins.noderesources;
    exports dev.berth.plugins.nodeunschedulable;
    exports dev.berth.plugins.podtopologyspread;
    exports dev.berth.plugins.prioritysort;
    exports dev.berth.plugins.schedulinggates;
    exports dev.berth.plugins.tainttoleration;
    exports dev.berth.plugins.volumes;

    provides dev.berth.spi.PluginProvider with
            dev.berth.plugins.defaultbinder.DefaultBinder.Provider,
            dev.berth.plugins.defaultpreemption.DefaultPreemption.Provider,
            dev.berth.plugins.interpodaffinity.InterPodAffinity.Provider,
            dev.berth.plugins.imagelocality.ImageLocality.Provider,
            dev.berth.plugins.nodeaffinity.NodeAffinityPlugin.Provider,
            dev.berth.plugins.nodedeclaredfeatures.NodeDeclaredFeatures.Provider,
            dev.berth.plugins.nodename.NodeName.Provider,
            dev.berth.plugins.nodeports.NodePorts.Provider,
            dev.berth.plugins.noderesources.NodeResourcesBalancedAllocation.Provider,
            dev.berth.plugins.noderesources.NodeResourcesFit.Provider,
            dev.berth.plugins.nodeunschedulable.NodeUnschedulable.Provider,
            dev.berth.plugins.podtopologyspread.PodTopologySpread.Provider,
            dev.berth.plugins.prioritysort.PrioritySort.Provider,
            dev.berth.plugins.schedulinggates.SchedulingGates.Provider,
            dev.berth.plugins.tainttoleration.TaintToleration.Provider,
            dev.berth.plugins.volumes.NodeVolumeLimits.Provider,
            dev.berth.plugins.volumes.VolumeBinding.Provider,
            dev.berth.plugins.volumes.VolumeRestrictions.Provider,
            dev.berth.plugins.volumes.VolumeZone.Provider;
}
