package dev.berth.app.decide;

import dev.berth.app.output.NodeUsage;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.DryRunResult.Outcome;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The end of `berth decide --sequence`: totals, the pods that stay pending by reason, and the
/// nodes with all pods on them.
///
/// @param counts the number of pods by outcome
/// @param pending the keys of the pods without a node, by reason
record SequenceSummary(
        Map<Outcome, Long> counts, SortedMap<String, List<String>> pending, List<NodeUsage> nodes) {

    static SequenceSummary of(ClusterFiles cluster, List<DryRunResult> results) {
        Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        var pending = new TreeMap<String, List<String>>();
        Map<String, Pod> pods =
                cluster.pods().stream().collect(Collectors.toMap(Pod::key, pod -> pod));
        for (DryRunResult result : results) {
            counts.merge(result.outcome(), 1L, Long::sum);
            if (result.outcome() == Outcome.SCHEDULED) {
                pods.computeIfPresent(
                        result.pod(), (_, pod) -> pod.on(result.node().orElseThrow()));
            } else {
                pending.computeIfAbsent(reason(result), _ -> new ArrayList<>()).add(result.pod());
            }
        }
        List<Node> nodes =
                cluster.entries().stream()
                        .map(ClusterFiles.Entry::object)
                        .filter(Node.class::isInstance)
                        .map(Node.class::cast)
                        .toList();
        return new SequenceSummary(counts, pending, NodeUsage.of(nodes, pods.values()));
    }

    private static String reason(DryRunResult result) {
        return result.message().isEmpty() ? word(result.outcome()) : result.message();
    }

    private static String word(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    Json.Obj json() {
        var summary = Json.Obj.builder().put("pods", total());
        for (Outcome outcome : Outcome.values()) {
            summary.put(word(outcome), counts.getOrDefault(outcome, 0L));
        }
        return summary.put(
                        "pending",
                        new Json.Arr(
                                pending.entrySet().stream()
                                        .<Json>map(each ->
                                                Json.Obj.builder()
                                                        .put("message", each.getKey())
                                                        .put("count", each.getValue().size())
                                                        .put("pods", Records.texts(each.getValue()))
                                                        .build())
                                        .toList()))
                .put("nodes", NodeUsage.json(nodes))
                .build();
    }

    String text() {
        var text = new StringBuilder();
        text.append(total())
                .append(total() == 1 ? " pod: " : " pods: ")
                .append(counts.getOrDefault(Outcome.SCHEDULED, 0L))
                .append(" scheduled, ")
                .append(counts.getOrDefault(Outcome.UNSCHEDULABLE, 0L))
                .append(" unschedulable");
        for (Outcome outcome : List.of(Outcome.GATED, Outcome.SKIPPED, Outcome.ERROR)) {
            long count = counts.getOrDefault(outcome, 0L);
            if (count > 0) {
                text.append(", ").append(count).append(' ').append(word(outcome));
            }
        }
        text.append('\n');
        pending.forEach((message, pods) ->
                text.append(pods.size())
                        .append(pods.size() == 1 ? " pod is" : " pods are")
                        .append(" pending: ")
                        .append(message)
                        .append("\n  for example ")
                        .append(pods.getFirst())
                        .append('\n'));
        String table = NodeUsage.text(nodes);
        return table.isEmpty() ? text.toString() : text.append('\n').append(table).toString();
    }
}
