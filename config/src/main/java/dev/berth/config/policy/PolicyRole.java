package dev.berth.config.policy;

import static dev.berth.spi.ExtensionPoint.FILTER;
import static dev.berth.spi.ExtensionPoint.PRE_BIND;
import static dev.berth.spi.ExtensionPoint.PRE_FILTER;
import static dev.berth.spi.ExtensionPoint.PRE_SCORE;
import static dev.berth.spi.ExtensionPoint.RESERVE;
import static dev.berth.spi.ExtensionPoint.SCORE;

import dev.berth.spi.ExtensionPoint;

import java.util.List;

/// The plugin that implements a predicate or priority, with its extension points in this role.
enum PolicyRole {
    FIT("NodeResourcesFit", PRE_FILTER, FILTER),
    NAME("NodeName", FILTER),
    PORTS("NodePorts", PRE_FILTER, FILTER),
    NODE_AFFINITY("NodeAffinity", PRE_FILTER, FILTER),
    TAINTS("TaintToleration", FILTER),
    UNSCHEDULABLE("NodeUnschedulable", FILTER),
    DISKS("VolumeRestrictions", PRE_FILTER, FILTER),
    VOLUME_ZONE("VolumeZone", PRE_FILTER, FILTER),
    VOLUME_BINDING("VolumeBinding", PRE_FILTER, FILTER, RESERVE, PRE_BIND),
    VOLUME_LIMITS("NodeVolumeLimits", PRE_FILTER, FILTER),
    EBS_LIMITS("EBSLimits", FILTER),
    GCE_LIMITS("GCEPDLimits", FILTER),
    AZURE_LIMITS("AzureDiskLimits", FILTER),
    CINDER_LIMITS("CinderLimits", FILTER),
    POD_AFFINITY("InterPodAffinity", PRE_FILTER, FILTER),
    SPREAD("PodTopologySpread", PRE_FILTER, FILTER),
    NODE_LABEL("NodeLabel", FILTER),
    SERVICE_AFFINITY("ServiceAffinity", PRE_FILTER, FILTER),

    FIT_SCORE("NodeResourcesFit", PRE_SCORE, SCORE),
    LEAST_SCORE("NodeResourcesLeastAllocated", SCORE),
    MAX_SCORE("NodeResourcesMostAllocated", SCORE),
    RATIO_SCORE("RequestedToCapacityRatio", SCORE),
    BALANCE_SCORE("NodeResourcesBalancedAllocation", PRE_SCORE, SCORE),
    OLD_BALANCE_SCORE("BalancedResourceAllocation", SCORE),
    POD_AFFINITY_SCORE("InterPodAffinity", PRE_SCORE, SCORE),
    SPREAD_SCORE("PodTopologySpread", PRE_SCORE, SCORE),
    SELECTOR_SPREAD_SCORE("SelectorSpread", PRE_SCORE, SCORE),
    AVOID_SCORE("NodePreferAvoidPods", SCORE),
    NODE_AFFINITY_SCORE("NodeAffinity", PRE_SCORE, SCORE),
    TAINTS_SCORE("TaintToleration", PRE_SCORE, SCORE),
    IMAGES_SCORE("ImageLocality", SCORE),
    LIMITS_SCORE("NodeResourceLimits", PRE_SCORE, SCORE),
    NODE_LABEL_SCORE("NodeLabel", SCORE),
    SERVICE_AFFINITY_SCORE("ServiceAffinity", SCORE);

    private final String plugin;
    private final List<ExtensionPoint> points;

    PolicyRole(String plugin, ExtensionPoint... points) {
        this.plugin = plugin;
        this.points = List.of(points);
    }

    String plugin() {
        return plugin;
    }

    List<ExtensionPoint> points() {
        return points;
    }
}
