package dev.berth.testkit;

import dev.berth.model.Node;
import dev.berth.model.WellKnownLabels;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The reference implementation of the node sampling of `percentageOfNodesToScore`, equal to
/// kube-scheduler with one worker.
///
/// A search visits the nodes zone by zone in round-robin order (kube-scheduler: `nodeTree`), starts
/// where the last search stopped, and stops at the first feasible node beyond the wanted number.
public final class NaiveSampling {
    private static final int ALWAYS_ENOUGH = 100;

    /// The names of the nodes by zone. Zones are in the order of their first node, nodes in the
    /// order of their addition.
    private final Map<String, Set<String>> zones = new LinkedHashMap<>();

    private final Map<String, String> zoneOf = new LinkedHashMap<>();

    /// The order of the last search. It is computed again after a node is added or removed, but not
    /// after a node changes its zone.
    private List<String> order = List.of();

    private int start;

    /// Adds or updates a node. A node that changes its zone counts as a new one.
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
                // A zone that becomes empty and returns is the last zone.
                zones.remove(zone);
            }
        }
    }

    private static String zone(Node node) {
        String region = label(node, WellKnownLabels.BETA_REGION, WellKnownLabels.REGION);
        String zone = label(node, WellKnownLabels.BETA_ZONE, WellKnownLabels.ZONE);
        return region.isEmpty() && zone.isEmpty() ? "" : region + ":\0:" + zone;
    }

    private static String label(Node node, String old, String current) {
        return node.labels().get(old).or(() -> node.labels().get(current)).orElse("");
    }

    /// All nodes in the order of the search.
    private List<String> order() {
        if (!Set.copyOf(order).equals(zoneOf.keySet())) {
            var visited = new ArrayList<String>();
            for (int round = 0; visited.size() < zoneOf.size(); round++) {
                for (Set<String> zone : zones.values()) {
                    if (round < zone.size()) {
                        visited.add(List.copyOf(zone).get(round));
                    }
                }
            }
            order = visited;
        }
        return order;
    }

    /// The number of feasible nodes at which a search stops (kube-scheduler:
    /// `numFeasibleNodesToFind`).
    ///
    /// @param percentage 1 to 100
    public static int wanted(int nodes, int percentage) {
        return nodes < ALWAYS_ENOUGH ? nodes : Math.max(ALWAYS_ENOUGH, nodes * percentage / 100);
    }

    /// The nodes that are scored for a pod.
    ///
    /// @param nominated the nominated node of the pod, or the empty string; if it is feasible, no
    ///   other node is visited
    public Set<String> take(int percentage, Predicate<String> fits, String nominated) {
        return take(order(), percentage, fits, nominated);
    }

    /// As [#take], for a pod that PreFilter limits to nodes with these names.
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
