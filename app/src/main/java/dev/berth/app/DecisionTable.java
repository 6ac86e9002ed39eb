package dev.berth.app;

import dev.berth.app.terminal.Table;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.PluginScore;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.Decision.ScoreCard;
import dev.berth.engine.view.Ruling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Rulings for people.
final class DecisionTable {
    private static final String INDENT = "  ";

    private DecisionTable() {}

    /// The chosen node beside the runner-up, and who turned the others away.
    static String brief(List<Ruling> rulings) {
        return rulings.stream().map(DecisionTable::brief).collect(Collectors.joining("\n"));
    }

    private static String brief(Ruling ruling) {
        var text = new StringBuilder(ruling.pod()).append(": ").append(headline(ruling));
        text.append('\n');
        ruling.offers()
                .values()
                .forEach(words ->
                        words.forEach(each -> text.append(INDENT).append(each).append('\n')));
        List<ScoreCard> ranked = ranked(ruling);
        if (!ranked.isEmpty()) {
            text.append('\n').append(scores(ranked));
        }
        List<List<String>> rejections = rejections(ruling);
        if (rejections.size() > 1) {
            text.append('\n').append(Table.aligned(INDENT, rejections));
        }
        if (!ruling.message().isEmpty() && ruling.outcome() != Ruling.Outcome.GATED) {
            text.append('\n').append(INDENT).append(ruling.message()).append('\n');
        }
        text.append(preemption(ruling, INDENT.length()));
        return text.toString();
    }

    private static String preemption(Ruling ruling, int indent) {
        return ruling.preemption()
                .map(made -> "\n" + PreemptionText.text(ruling.pod(), made).indent(indent))
                .orElse("");
    }

    private static String headline(Ruling ruling) {
        return switch (ruling.outcome()) {
            case SCHEDULED -> scheduled(ruling);
            case UNSCHEDULABLE -> "fits on none of " + counted(nodes(ruling), "node");
            case GATED -> "is not tried, " + ruling.message();
            case SKIPPED ->
                    ruling.message().isEmpty()
                            ? "is not tried, no profile is named " + ruling.profile()
                            : "is not tried, it is being deleted";
            case ERROR -> "cannot be decided";
        };
    }

    private static String scheduled(Ruling ruling) {
        long fit = ruling.nodes().values().stream().filter(DecisionTable::fits).count();
        String node = ruling.node().orElseThrow() + (ruling.nominated() ? ", promised to it" : "");
        String ties =
                ruling.best().size() == 1
                        ? ""
                        : ", best together with "
                                + String.join(", ", ruling.best().subList(1, ruling.best().size()))
                                + " and first by name";
        if (fit == 1) {
            return "%s, the only one that fits out of %s"
                    .formatted(node, counted(ruling.nodes().size(), "node"));
        }
        return "%s, one of %d that fit out of %s%s"
                .formatted(node, fit, counted(ruling.nodes().size(), "node"), ties);
    }

    private static int nodes(Ruling ruling) {
        return ruling.preFilter().map(RejectedNodes::nodes).orElse(ruling.nodes().size());
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static boolean fits(NodeDetail node) {
        return node.rejection().isEmpty();
    }

    /// Those that fit, the chosen one first, then by total and name.
    private static List<ScoreCard> ranked(Ruling ruling) {
        String chosen = ruling.node().orElse("");
        return ruling.nodes().values().stream()
                .map(NodeDetail::scores)
                .flatMap(Optional::stream)
                .sorted(
                        Comparator.comparing((ScoreCard card) -> !card.node().equals(chosen))
                                .thenComparing(
                                        Comparator.comparingLong(ScoreCard::total).reversed())
                                .thenComparing(ScoreCard::node))
                .toList();
    }

    private static String scores(List<ScoreCard> ranked) {
        ScoreCard winner = ranked.getFirst();
        Optional<ScoreCard> second = ranked.stream().skip(1).findFirst();
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("SCORES", winner.node(), second.map(ScoreCard::node)));
        for (PluginScore score : winner.scores()) {
            rows.add(
                    row(
                            score.plugin(),
                            Long.toString(score.weighted()),
                            second.map(card -> of(card, score.plugin()))));
        }
        rows.add(
                row(
                        "total",
                        Long.toString(winner.total()),
                        second.map(card -> Long.toString(card.total()))));
        return Table.aligned(INDENT, rows);
    }

    private static List<String> row(String first, String second, Optional<String> third) {
        var row = new ArrayList<>(List.of(first, second));
        third.ifPresent(row::add);
        return row;
    }

    private static String of(ScoreCard card, String plugin) {
        return card.scores().stream()
                .filter(score -> score.plugin().equals(plugin))
                .findFirst()
                .map(score -> Long.toString(score.weighted()))
                .orElse("-");
    }

    /// Rejections by plugin and reason, the most frequent first.
    private static List<List<String>> rejections(Ruling ruling) {
        Map<List<String>, Integer> counts = new LinkedHashMap<>();
        ruling.preFilter()
                .ifPresent(why -> counts.put(List.of(plugin(why), reasons(why)), why.nodes()));
        for (NodeDetail node : ruling.nodes().values()) {
            node.rejection()
                    .ifPresent(why ->
                            counts.merge(List.of(plugin(why), reasons(why)), 1, Integer::sum));
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("REJECTED", "BY", "REASON"));
        counts.entrySet().stream()
                .sorted(
                        Map.Entry.<List<String>, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(entry -> String.join(" ", entry.getKey())))
                .forEach(entry ->
                        rows.add(
                                List.of(
                                        entry.getValue() == 0
                                                ? "all nodes"
                                                : counted(entry.getValue(), "node"),
                                        entry.getKey().getFirst(),
                                        entry.getKey().getLast())));
        return rows;
    }

    private static String plugin(RejectedNodes why) {
        return why.plugin().isEmpty() ? "-" : why.plugin();
    }

    private static String reasons(RejectedNodes why) {
        return String.join(", ", why.reasons());
    }

    /// Every node on a line of its own: the best first, then those that were rejected.
    static String wide(List<Ruling> rulings) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("POD", "NODE", "TOTAL", "WHY"));
        for (Ruling ruling : rulings) {
            String chosen = ruling.node().orElse("");
            for (ScoreCard card : ranked(ruling)) {
                String node = card.node() + (card.node().equals(chosen) ? mark(ruling) : "");
                rows.add(List.of(ruling.pod(), node, Long.toString(card.total()), why(card)));
            }
            ruling.nodes()
                    .values()
                    .forEach(node ->
                            node.rejection()
                                    .ifPresent(why ->
                                            rows.add(
                                                    List.of(
                                                            ruling.pod(),
                                                            node.node(),
                                                            "-",
                                                            plugin(why) + ": " + reasons(why)))));
            if (ruling.nodes().isEmpty()) {
                String why =
                        ruling.preFilter()
                                .map(refusal -> plugin(refusal) + ": " + reasons(refusal))
                                .orElse(
                                        ruling.outcome() == Ruling.Outcome.ERROR
                                                ? headline(ruling) + ": " + ruling.message()
                                                : headline(ruling));
                rows.add(List.of(ruling.pod(), "-", "-", why));
            }
        }
        return Table.aligned("", rows)
                + rulings.stream()
                        .map(ruling -> preemption(ruling, 0))
                        .collect(Collectors.joining());
    }

    private static String mark(Ruling ruling) {
        return ruling.nominated() ? " (chosen, promised)" : " (chosen)";
    }

    private static String why(ScoreCard card) {
        return card.scores().stream()
                .map(score -> score.plugin() + "=" + score.weighted())
                .collect(Collectors.joining(" "));
    }
}
