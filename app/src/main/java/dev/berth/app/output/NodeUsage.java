package dev.berth.app.output;

import dev.berth.answers.Amount;
import dev.berth.app.terminal.Table;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.ResourceList;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The requests of the pods on each node, beside what the node can allocate.
///
/// @param requested the sum of the requests of the pods
public record NodeUsage(String node, long pods, Amounts requested, Amounts allocatable) {
    private static final int MAX_SHOWN = 10;

    /// @param pods the maximum number of pods; 0 in `requested`
    public record Amounts(long cpuMillis, long memoryBytes, long pods) {
        private Amounts plus(Requests requests) {
            return new Amounts(
                    cpuMillis + requests.cpuMillis(), memoryBytes + requests.memoryBytes(), pods);
        }

        private Json.Obj json() {
            return Json.Obj.EMPTY
                    .with("cpu", Amount.of(ResourceList.CPU, cpuMillis))
                    .with("memory", Amount.of(ResourceList.MEMORY, memoryBytes));
        }
    }

    /// The nodes by name. Finished pods and pods of unknown nodes do not count.
    public static List<NodeUsage> of(Collection<Node> nodes, Collection<Pod> pods) {
        Map<String, Amounts> requested = new HashMap<>();
        Map<String, Long> counts = new HashMap<>();
        for (Pod pod : pods) {
            if (pod.assigned() && !pod.status().finished()) {
                String node = pod.spec().nodeName();
                counts.merge(node, 1L, Long::sum);
                requested.merge(
                        node,
                        new Amounts(0, 0, 0).plus(pod.requests().fit()),
                        (sum, _) -> sum.plus(pod.requests().fit()));
            }
        }
        return nodes.stream()
                .sorted(Comparator.comparing(Node::name))
                .map(node ->
                        new NodeUsage(
                                node.name(),
                                counts.getOrDefault(node.name(), 0L),
                                requested.getOrDefault(node.name(), new Amounts(0, 0, 0)),
                                allocatable(node)))
                .toList();
    }

    private static Amounts allocatable(Node node) {
        Requests amounts = Requests.of(node.allocatable());
        return new Amounts(
                amounts.cpuMillis(),
                amounts.memoryBytes(),
                node.allocatable().get(ResourceList.PODS).map(Quantity::value).orElse(0L));
    }

    private Json.Obj json() {
        return Json.Obj.builder()
                .put("node", node)
                .put("pods", pods)
                .put("maxPods", allocatable.pods)
                .put("requested", requested.json())
                .put("allocatable", allocatable.json())
                .build();
    }

    public static Json.Arr json(List<NodeUsage> nodes) {
        return new Json.Arr(nodes.stream().<Json>map(NodeUsage::json).toList());
    }

    /// A table of the first nodes; empty if there are none.
    public static String text(List<NodeUsage> nodes) {
        if (nodes.isEmpty()) {
            return "";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("NODE", "PODS", "CPU", "MEMORY"));
        nodes.stream().limit(MAX_SHOWN).forEach(each -> rows.add(each.row()));
        int more = nodes.size() - MAX_SHOWN;
        return Table.aligned("", rows)
                + (more > 0
                        ? "and %d more %s; -o json lists all%n"
                                .formatted(more, more == 1 ? "node" : "nodes")
                        : "");
    }

    private List<String> row() {
        return List.of(
                node,
                pods + "/" + allocatable.pods,
                share(ResourceList.CPU, requested.cpuMillis, allocatable.cpuMillis),
                share(ResourceList.MEMORY, requested.memoryBytes, allocatable.memoryBytes));
    }

    private static String share(String resource, long used, long all) {
        String text = Amount.of(resource, used) + "/" + Amount.of(resource, all);
        return all <= 0 ? text : text + " (" + Math.round(100.0 * used / all) + "%)";
    }
}
