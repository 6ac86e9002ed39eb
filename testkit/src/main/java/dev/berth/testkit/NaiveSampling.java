package dev.berth.testkit;

import dev.berth.model.Node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Which nodes are considered when `percentageOfNodesToScore` asks for a share of them: the rules
/// of kube-scheduler with one worker, written down in the plainest way.
///
/// Nodes are visited zone by zone in turns, from where the last search stopped, until one more fits
/// than is wanted.
public final class NaiveSampling {
    private static final int ALWAYS_ENOUGH = 100;

    /// Names of nodes by zone; zones in the order they came up, nodes in the order they were added.
    private final Map<String, Set<String>> zones = new LinkedHashMap<>();

    private final Map<String, String> zoneOf = new LinkedHashMap<>();

    /// The order of the last search. It is made anew when a node has come or gone since, not when
    /// one has changed its zone.
    private List<String> order = List.of();

    private int start;

    /// Adds a node, or takes note that one has changed: in another zone it is a new one.
    public void put(Node node) {
        String zone = zone(node);
        String before = zoneOf.get(node.name());
        if (zone.equals(before)) {
            return;
        }
        if (before != null) {
            remove(node.name());
        }
        zoneOf.put(node.name(), zone);
        zones.computeIfAbsent(zone, name -> new LinkedHashSet<>()).add(node.name());
    }

    public void remove(String name) {
        String zone = zoneOf.remove(name);
        Set<String> left = zone == null ? null : zones.get(zone);
        if (left != null) {
            left.remove(name);
            if (left.isEmpty()) {
                // A zone that comes back is the last one.
                zones.remove(zone);
            }
        }
    }

    private static String zone(Node node) {
        String region =
                label(
                        node,
                        "failure-domain.beta.kubernetes.io/region",
                        "topology.kubernetes.io/region");
        String zone =
                label(
                        node,
                        "failure-domain.beta.kubernetes.io/zone",
                        "topology.kubernetes.io/zone");
        return region.isEmpty() && zone.isEmpty() ? "" : region + ":\0:" + zone;
    }

    private static String label(Node node, String old, String current) {
        return node.labels().get(old).or(() -> node.labels().get(current)).orElse("");
    }

    /// All nodes in the order they are visited in.
    private List<String> order() {
        if (!Set.copyOf(order).equals(zoneOf.keySet())) {
            var anew = new ArrayList<String>();
            for (int round = 0; anew.size() < zoneOf.size(); round++) {
                for (Set<String> zone : zones.values()) {
                    if (round < zone.size()) {
                        anew.add(List.copyOf(zone).get(round));
                    }
                }
            }
            order = anew;
        }
        return order;
    }

    /// How many nodes that fit are enough.
    ///
    /// @param percentage 1 to 100
    public static int wanted(int nodes, int percentage) {
        return nodes < ALWAYS_ENOUGH ? nodes : Math.max(ALWAYS_ENOUGH, nodes * percentage / 100);
    }

    /// The nodes a pod is scored on.
    ///
    /// @param nominated the node promised to the pod, empty for none: if it fits, no other is
    ///   visited
    public Set<String> take(int percentage, Predicate<String> fits, String nominated) {
        return take(order(), percentage, fits, nominated);
    }

    /// The same for a pod that a plugin lets only on nodes of these names.
    public Set<String> takeOnly(
            Set<String> names, int percentage, Predicate<String> fits, String nominated) {
        return take(order().stream().filter(names::contains).toList(), percentage, fits, nominated);
    }

    private Set<String> take(
            List<String> nodes, int percentage, Predicate<String> fits, String nominated) {
        var rejected = new TreeSet<String>();
        if (zoneOf.containsKey(nominated)) {
            if (fits.test(nominated)) {
                return Set.of(nominated);
            }
            rejected.add(nominated);
        }
        var taken = new TreeSet<String>();
        int wanted = wanted(nodes.size(), percentage);
        for (int i = 0; i < nodes.size(); i++) {
            String name = nodes.get((start + i) % nodes.size());
            if (!fits.test(name)) {
                rejected.add(name);
            } else if (taken.size() == wanted) {
                break;
            } else {
                taken.add(name);
            }
        }
        start = zoneOf.isEmpty() ? 0 : (start + taken.size() + rejected.size()) % zoneOf.size();
        return taken;
    }
}
