package dev.berth.app.decide;

import dev.berth.answers.DryRunAnswer;
import dev.berth.answers.Label;
import dev.berth.answers.NodeResultItem;
import dev.berth.answers.NodeScoresItem;
import dev.berth.answers.RejectionItem;
import dev.berth.app.output.AnswerTables;
import dev.berth.app.terminal.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text output of `berth decide`.
final class DecisionTable {
    private static final String INDENT = "  ";

    private DecisionTable() {}

    /// The summary, the chosen node beside the runner-up, and the rejected nodes by reason.
    static String brief(List<DryRunAnswer> answers) {
        return answers.stream().map(DecisionTable::brief).collect(Collectors.joining("\n"));
    }

    private static String brief(DryRunAnswer answer) {
        var text = new StringBuilder(answer.summary()).append('\n');
        answer.allocations()
                .values()
                .forEach(each ->
                        each.forEach(line -> text.append(INDENT).append(line).append('\n')));
        append(text, AnswerTables.scores(INDENT, ranked(answer).stream().limit(2).toList()));
        if (!answer.outcome().equals("gated")) {
            append(text, AnswerTables.rejections(INDENT, answer.rejections()));
        }
        append(text, AnswerTables.facts(INDENT, answer.rejections()));
        if (answer.outcome().equals("unschedulable") && !answer.message().isEmpty()) {
            append(text, INDENT + answer.message() + "\n");
        }
        append(text, preemption(answer, INDENT.length()));
        append(text, AnswerTables.section(Label.HINTS, answer.hints()).indent(INDENT.length()));
        return text.toString();
    }

    private static void append(StringBuilder text, String section) {
        if (!section.isEmpty()) {
            text.append('\n').append(section);
        }
    }

    private static String preemption(DryRunAnswer answer, int indent) {
        return answer.preemption()
                .map(each -> AnswerTables.preemption(each).indent(indent))
                .orElse("");
    }

    private static String chosen(DryRunAnswer answer) {
        return answer.bestNodes().isEmpty() ? "" : answer.bestNodes().getFirst();
    }

    /// The nodes that fit: the chosen one first, then by total and name.
    private static List<NodeScoresItem> ranked(DryRunAnswer answer) {
        String chosen = chosen(answer);
        return answer.nodeResults().stream()
                .flatMap(node -> node.scores().stream())
                .sorted(
                        Comparator.comparing((NodeScoresItem node) -> !node.node().equals(chosen))
                                .thenComparing(
                                        Comparator.comparingLong(NodeScoresItem::total).reversed())
                                .thenComparing(NodeScoresItem::node))
                .toList();
    }

    /// A line for every node: those that fit first, the best at the top, then the rejected ones.
    static String wide(List<DryRunAnswer> answers) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(
                Stream.of(Label.POD, Label.NODE, Label.TOTAL, Label.RESULT)
                        .map(Label::heading)
                        .toList());
        answers.forEach(answer -> addRows(rows, answer));
        return Table.aligned("", rows)
                + answers.stream()
                        .map(answer -> preemption(answer, 0))
                        .filter(text -> !text.isEmpty())
                        .map(text -> "\n" + text)
                        .collect(Collectors.joining());
    }

    private static void addRows(List<List<String>> rows, DryRunAnswer answer) {
        String chosen = chosen(answer);
        for (NodeScoresItem node : ranked(answer)) {
            String mark =
                    !node.node().equals(chosen)
                            ? ""
                            : answer.nominated() ? " (chosen, nominated)" : " (chosen)";
            rows.add(
                    List.of(
                            answer.pod(),
                            node.node() + mark,
                            Long.toString(node.total()),
                            scores(node)));
        }
        for (NodeResultItem node : answer.nodeResults()) {
            node.rejection()
                    .ifPresent(
                            why -> rows.add(List.of(answer.pod(), node.node(), "-", reason(why))));
        }
        if (answer.nodeResults().isEmpty()) {
            rows.add(
                    List.of(
                            answer.pod(),
                            "-",
                            "-",
                            answer.rejections().isEmpty()
                                    ? answer.summary()
                                    : reason(answer.rejections().getFirst())));
        }
    }

    private static String reason(RejectionItem why) {
        return (why.plugin().isEmpty() ? "-" : why.plugin())
                + ": "
                + String.join(", ", why.reasons());
    }

    private static String scores(NodeScoresItem node) {
        return node.scores().stream()
                .map(score -> score.plugin() + "=" + score.weighted())
                .collect(Collectors.joining(" "));
    }
}
