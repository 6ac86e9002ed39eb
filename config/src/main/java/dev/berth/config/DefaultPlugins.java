package dev.berth.config;

import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.spi.Gates;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which plugins a profile has when nobody says otherwise, in which order and with which weights.
final class DefaultPlugins {
    // Parity: the order decides who is asked first, and so whose reason a node is given.
    private static final List<Use> USES =
            List.of(
                    new Use("SchedulingGates", 0),
                    new Use("PrioritySort", 0),
                    new Use("NodeUnschedulable", 0),
                    new Use("NodeName", 0),
                    new Use("TaintToleration", 3),
                    new Use("NodeAffinity", 2),
                    new Use("NodePorts", 0),
                    new Use("NodeResourcesFit", 1),
                    new Use("VolumeRestrictions", 0),
                    new Use("NodeVolumeLimits", 0),
                    new Use("VolumeBinding", 0),
                    new Use("VolumeZone", 0),
                    new Use("PodTopologySpread", 2),
                    new Use("InterPodAffinity", 2),
                    new Use("DynamicResources", 2),
                    new Use("DefaultPreemption", 0),
                    new Use("NodeResourcesBalancedAllocation", 1),
                    new Use("ImageLocality", 1),
                    new Use("DefaultBinder", 0));

    private static final String DECLARED_FEATURES = "NodeDeclaredFeatures";

    /// Off by default, and of pod groups, which are not there.
    private static final List<String> OF_GROUPS =
            List.of("GangScheduling", "TopologyPlacementGenerator", "PodGroupPodsCount");

    private static final Set<String> IN_TREE =
            Stream.concat(
                            multiPoint(FeatureGates.DEFAULT).stream().map(Use::name),
                            OF_GROUPS.stream())
                    .collect(Collectors.toUnmodifiableSet());

    private DefaultPlugins() {}

    /// The plugins of `multiPoint`.
    static List<Use> multiPoint(Gates gates) {
        var uses = new ArrayList<>(USES);
        if (!gates.on("DynamicResourceAllocation")) {
            uses.removeIf(use -> use.name().equals("DynamicResources"));
        }
        if (gates.on(DECLARED_FEATURES)) {
            uses.add(new Use(DECLARED_FEATURES, 0));
        }
        return List.copyOf(uses);
    }

    /// Leaves out those in-tree plugins that are not written yet, wherever they stand: they may be
    /// named, and do nothing.
    static List<Use> withoutThoseToCome(List<Use> uses, Registry registry) {
        return uses.stream()
                .filter(use ->
                        registry.find(use.name()).isPresent() || !IN_TREE.contains(use.name()))
                .toList();
    }
}
