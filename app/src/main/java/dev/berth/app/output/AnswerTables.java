package dev.berth.app.output;

import dev.berth.answers.AnswerText;
import dev.berth.answers.DecisionItem;
import dev.berth.answers.FactItem;
import dev.berth.answers.Label;
import dev.berth.answers.NodeScoresItem;
import dev.berth.answers.PodRejectionItem;
import dev.berth.answers.PreemptionItem;
import dev.berth.answers.RejectionItem;
import dev.berth.answers.RequeueItem;
import dev.berth.app.terminal.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tables and lists of answers on the command line.
public final class AnswerTables {
    private static final int MAX_NAMES = 3;
    private static final int MAX_ATTEMPTS = 10;

    private AnswerTables() {}

    /// A row of a table of rejections, merged from items with the same plugin and reasons.
    private record Row(String plugin, List<String> reasons, int count, List<String> names) {
        Row with(Row other) {
            return new Row(
                    plugin,
                    reasons,
                    count + other.count,
                    Stream.concat(names.stream(), other.names.stream()).toList());
        }

        List<String> cells() {
            List<String> few = names.subList(0, Math.min(MAX_NAMES, names.size()));
            String more = count > few.size() && !few.isEmpty() ? ", …" : "";
            return List.of(
                    count == 0 ? "all" : Integer.toString(count),
                    plugin.isEmpty() ? "-" : plugin,
                    String.join(", ", reasons),
                    String.join(", ", few) + more);
        }
    }

    /// Nodes by plugin and reasons, the most frequent first; empty if there are none.
    public static String rejections(String indent, List<RejectionItem> rejections) {
        return rejections(
                indent,
                Label.NODES,
                Label.NODE_NAMES,
                rejections.stream()
                        .map(each ->
                                new Row(
                                        each.plugin(),
                                        each.reasons(),
                                        each.nodes(),
                                        each.nodeNames())));
    }

    /// Pods by plugin and reasons.
    public static String podRejections(List<PodRejectionItem> rejections) {
        return rejections(
                "",
                Label.PODS,
                Label.POD_NAMES,
                rejections.stream()
                        .map(each ->
                                new Row(
                                        each.plugin(),
                                        each.reasons(),
                                        each.pods(),
                                        each.podNames())));
    }

    private static String rejections(String indent, Label count, Label names, Stream<Row> rows) {
        // Codes distinguish items, but the table does not show them.
        var merged = new LinkedHashMap<List<String>, Row>();
        rows.forEach(row -> {
            var key = new ArrayList<>(row.reasons);
            key.add(row.plugin);
            merged.merge(key, row, Row::with);
        });
        if (merged.isEmpty()) {
            return "";
        }
        var table = new ArrayList<List<String>>();
        table.add(headings(count, Label.PLUGIN, Label.REASON, names));
        merged.values().stream()
                .sorted(Comparator.comparingInt(Row::count).reversed())
                .forEach(row -> table.add(row.cells()));
        return Table.aligned(indent, table);
    }

    public static List<String> headings(Label... labels) {
        return Stream.of(labels).map(Label::heading).toList();
    }

    /// The scores of nodes side by side; empty if there are none.
    public static String scores(String indent, List<NodeScoresItem> nodes) {
        if (nodes.isEmpty() || nodes.getFirst().scores().isEmpty()) {
            return "";
        }
        var plugins = new LinkedHashSet<String>();
        nodes.forEach(node -> node.scores().forEach(score -> plugins.add(score.plugin())));
        var rows = new ArrayList<List<String>>();
        rows.add(row(Label.SCORES.heading(), nodes.stream().map(NodeScoresItem::node)));
        for (String plugin : plugins) {
            rows.add(row(plugin, nodes.stream().map(node -> score(node, plugin))));
        }
        rows.add(row(Label.TOTAL.text(), nodes.stream().map(node -> Long.toString(node.total()))));
        return Table.aligned(indent, rows);
    }

    private static List<String> row(String first, Stream<String> rest) {
        return Stream.concat(Stream.of(first), rest).toList();
    }

    private static String score(NodeScoresItem node, String plugin) {
        return node.scores().stream()
                .filter(score -> score.plugin().equals(plugin))
                .findFirst()
                .map(score -> Long.toString(score.weighted()))
                .orElse("-");
    }

    /// @param attempts newest first
    public static String attempts(List<DecisionItem> attempts, long nowMillis) {
        if (attempts.isEmpty()) {
            return "";
        }
        var rows = new ArrayList<List<String>>();
        rows.add(
                headings(
                        Label.ATTEMPT,
                        Label.AGE,
                        Label.OUTCOME,
                        Label.NODE,
                        Label.FEASIBLE,
                        Label.DURATION));
        for (DecisionItem each : attempts.subList(0, Math.min(MAX_ATTEMPTS, attempts.size()))) {
            rows.add(
                    List.of(
                            Integer.toString(each.attempt()),
                            ShortDuration.of(nowMillis - each.atMillis()),
                            each.outcome(),
                            orDash(each.node()),
                            each.feasible() + "/" + each.nodes(),
                            ShortDuration.ofMicros(each.tookMicros())));
        }
        return Table.aligned("", rows)
                + (attempts.size() > MAX_ATTEMPTS
                        ? "%d more with -o json%n".formatted(attempts.size() - MAX_ATTEMPTS)
                        : "");
    }

    public static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    /// A preemption with its victims, a line each.
    public static String preemption(PreemptionItem preemption) {
        return Stream.of(
                        Stream.of(preemption.summary()),
                        preemption.victims().stream()
                                .map(victim -> "  evicts " + AnswerText.victim(victim)),
                        preemption.reprieved().stream().map(pod -> "  reprieves " + pod))
                .flatMap(lines -> lines)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    public static String requeue(List<RequeueItem> requeue) {
        return section(
                Label.REQUEUED_WHEN,
                requeue.stream()
                        .map(each ->
                                "%s (%s)"
                                        .formatted(
                                                AnswerText.requeue(List.of(each)), each.plugin()))
                        .toList());
    }

    /// Lines below a label; empty if there are none.
    public static String section(Label label, List<String> lines) {
        return lines.isEmpty()
                ? ""
                : lines.stream()
                        .map(line -> "  " + line + "\n")
                        .collect(Collectors.joining("", label.text() + ":\n", ""));
    }

    /// The commands that print the pages about plugins.
    ///
    /// @param plugins with a help page
    public static String helpPages(Stream<String> plugins) {
        return section(
                Label.HELP_PAGES,
                plugins.distinct().map(plugin -> "berth explain plugin " + plugin).toList());
    }

    /// The facts behind rejections, a line each.
    public static String facts(String indent, List<RejectionItem> rejections) {
        return section(
                        Label.FACTS,
                        rejections.stream()
                                .flatMap(each ->
                                        each.facts().stream()
                                                .map(fact -> fact(each.plugin(), fact)))
                                .distinct()
                                .toList())
                .indent(indent.length());
    }

    public static String fact(String plugin, FactItem fact) {
        return (plugin.isEmpty() ? "" : plugin + ": ")
                + fact.text()
                + (fact.nodes() > 1 ? " (%d nodes)".formatted(fact.nodes()) : "");
    }
}
