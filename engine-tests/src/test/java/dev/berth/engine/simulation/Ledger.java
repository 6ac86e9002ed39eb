package dev.berth.engine.simulation;

import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.ResourceList;
import dev.berth.spi.StateObserver;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Adds up, slowly and on its own, what stands on which node, and objects when the engine places a
/// pod where it does not fit.
final class Ledger implements StateObserver {
    private final Violations violations;
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, Map<String, Pod>> podsByNode = new HashMap<>();

    Ledger(Violations violations) {
        this.violations = violations;
    }

    @Override
    public void nodeChanged(Optional<Node> before, Optional<Node> after) {
        before.ifPresent(node -> nodes.remove(node.name()));
        after.ifPresent(node -> nodes.put(node.name(), node));
    }

    @Override
    public void forgetAll() {
        nodes.clear();
        podsByNode.clear();
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        Map<String, Pod> here = podsByNode.computeIfAbsent(node, n -> new HashMap<>());
        if (here.put(pod.uid(), pod) != null) {
            throw violations.of("S6", pod.uid() + " was placed twice on " + node);
        }
        if (pod.status().phase().equals("Pending")
                && pod.meta().resourceVersion().equals(ours(pod))) {
            checkCapacity(node, pod);
        }
    }

    // The engine's own placements carry the version of the unbound pod; the server's carry a later
    // one.
    private String ours(Pod pod) {
        return pod.status().condition("PodScheduled").map(c -> c.status()).orElse("").equals("True")
                ? ""
                : pod.meta().resourceVersion();
    }

    private void checkCapacity(String name, Pod placed) {
        Node node = nodes.get(name);
        if (node == null) {
            throw violations.of("S3", "a pod was placed on " + name + ", which is not there");
        }
        Map<String, Pod> here = podsByNode.getOrDefault(name, Map.of());
        for (String resource : new String[] {ResourceList.CPU, ResourceList.MEMORY}) {
            BigDecimal asked = BigDecimal.ZERO;
            for (Pod pod : here.values()) {
                asked = asked.add(askedBy(pod, resource));
            }
            BigDecimal offered =
                    node.allocatable()
                            .get(resource)
                            .map(q -> q.toBigDecimal())
                            .orElse(BigDecimal.ZERO);
            if (askedBy(placed, resource).signum() > 0 && asked.compareTo(offered) > 0) {
                throw violations.of(
                        "S2",
                        name + " offers " + offered + " " + resource + ", promised are " + asked);
            }
        }
        long max = node.allocatable().get(ResourceList.PODS).map(q -> q.value()).orElse(0L);
        if (here.size() > max) {
            throw violations.of(
                    "S2", name + " takes " + max + " pods, promised are " + here.size());
        }
        if (node.unschedulable()) {
            throw violations.of("S3", "a pod was placed on " + name + ", which is cordoned");
        }
    }

    static BigDecimal askedBy(Pod pod, String resource) {
        return pod.template().containers().stream()
                .map(c ->
                        c.requests()
                                .get(resource)
                                .map(q -> q.toBigDecimal())
                                .orElse(BigDecimal.ZERO))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        Map<String, Pod> here = podsByNode.get(node);
        if (here == null || here.remove(pod.uid()) == null) {
            throw violations.of(
                    "S6", pod.uid() + " was removed from " + node + ", where it was not");
        }
    }

    /// Whether a pod fits on a node by this ledger's own sums.
    boolean fits(Pod pod, Node node) {
        return fits(pod, node, Set.of(), List.of());
    }

    /// The same if some pods were not there, and others were.
    boolean fits(Pod pod, Node node, Set<String> without, List<Pod> more) {
        var here = new ArrayList<>(more);
        for (Pod other : podsByNode.getOrDefault(node.name(), Map.of()).values()) {
            if (!without.contains(other.uid())) {
                here.add(other);
            }
        }
        return fits(pod, node, here);
    }

    /// Whether a pod would fit if no other were there.
    boolean couldFit(Pod pod, Node node) {
        return fits(pod, node, List.of());
    }

    /// The pods on a node that matter less than this one.
    Set<String> lessThan(Pod pod, Node node) {
        return podsByNode.getOrDefault(node.name(), Map.of()).values().stream()
                .filter(other -> other.spec().priority() < pod.spec().priority())
                .map(Pod::uid)
                .collect(Collectors.toSet());
    }

    private static boolean fits(Pod pod, Node node, List<Pod> here) {
        for (String resource : new String[] {ResourceList.CPU, ResourceList.MEMORY}) {
            BigDecimal asked = askedBy(pod, resource);
            for (Pod other : here) {
                asked = asked.add(askedBy(other, resource));
            }
            BigDecimal offered =
                    node.allocatable()
                            .get(resource)
                            .map(q -> q.toBigDecimal())
                            .orElse(BigDecimal.ZERO);
            if (askedBy(pod, resource).signum() > 0 && asked.compareTo(offered) > 0) {
                return false;
            }
        }
        long max = node.allocatable().get(ResourceList.PODS).map(q -> q.value()).orElse(0L);
        return !node.unschedulable() && here.size() < max;
    }

    Map<String, Node> nodes() {
        return nodes;
    }
}
