package dev.berth.config;

import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.spi.Gates;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The default plugins of a profile, with their order and weights (kube-scheduler:
/// `getDefaultPlugins`).
final class DefaultPlugins {
    // Parity: the order determines which plugin rejects a node first, and so the reported reason.
    private static final List<Use> USES =
            List.of(
                    new Use("SchedulingGates", 0),
                    new Use("PrioritySort", 0),
                    new Use("NodeName", 0),
                    new Use("NodeUnschedulable", 0),
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

    private static final String DEFERRED_PODS = "DeferredPodScheduling";

    /// The plugins that are not implemented, with their extension points: those for pod groups, and
    /// the one for pods whose in-place resize is deferred.
    private static final Map<String, Set<String>> TO_COME =
            Map.of(
                    DEFERRED_PODS,
                    Set.of("filter", "permit"),
                    "GangScheduling",
                    Set.of("preEnqueue", "permit"),
                    "TopologyPlacementGenerator",
                    Set.of("placementGenerate"),
                    "PodGroupPodsCount",
                    Set.of("placementScore"));

    private static final Set<String> GROUP_POST_FILTERS =
            Set.of("DynamicResources", "DefaultPreemption");

    private static final Set<String> IN_TREE =
            Stream.of(
                            USES.stream().map(Use::name),
                            Stream.of(DECLARED_FEATURES),
                            TO_COME.keySet().stream())
                    .flatMap(names -> names)
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
        if (gates.on("InPlacePodVerticalScalingSchedulerPreemption")) {
            uses.add(indexOf(uses, "NodeResourcesFit"), new Use(DEFERRED_PODS, 0));
        }
        if (gates.on("GenericWorkload")) {
            uses.add(new Use("GangScheduling", 0));
        }
        if (gates.on("TopologyAwareWorkloadScheduling")) {
            uses.add(new Use("TopologyPlacementGenerator", 0));
            uses.add(new Use("PodGroupPodsCount", 1));
        }
        return List.copyOf(uses);
    }

    /// The plugins of `multiPoint` in the order of an earlier release.
    ///
    /// @param order the names in this order; plugins without a place come last
    static List<Use> multiPoint(Gates gates, List<String> order) {
        return multiPoint(gates).stream()
                .sorted(
                        Comparator.comparingInt(use ->
                                order.contains(use.name())
                                        ? order.indexOf(use.name())
                                        : order.size()))
                .toList();
    }

    private static int indexOf(List<Use> uses, String plugin) {
        for (int i = 0; i < uses.size(); i++) {
            if (uses.get(i).name().equals(plugin)) {
                return i;
            }
        }
        return uses.size();
    }

    /// Whether kube-scheduler has a plugin with this name.
    static boolean isInTree(String plugin) {
        return IN_TREE.contains(plugin);
    }

    /// Whether kube-scheduler has this plugin and Berth does not. A configuration can enable it,
    /// without an effect.
    static boolean isToCome(String plugin, PluginRegistry registry) {
        return TO_COME.containsKey(plugin) && registry.find(plugin).isEmpty();
    }

    /// Whether a plugin that is not implemented has this extension point, or an existing plugin has
    /// an extension point of pod groups.
    static boolean takesPart(String plugin, String point) {
        return TO_COME.getOrDefault(plugin, Set.of()).contains(point)
                || point.equals("placementScore") && plugin.equals("NodeResourcesFit")
                || point.equals("podGroupPostFilter") && GROUP_POST_FILTERS.contains(plugin);
    }

    static List<Use> withoutThoseToCome(List<Use> uses, PluginRegistry registry) {
        return uses.stream().filter(use -> !isToCome(use.name(), registry)).toList();
    }
}
