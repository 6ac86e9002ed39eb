package dev.berth.app.explain;

import dev.berth.answers.DryRunAnswer;
import dev.berth.answers.Label;
import dev.berth.answers.NodeScoresItem;
import dev.berth.answers.RejectionItem;
import dev.berth.app.output.AnswerTables;
import dev.berth.app.output.Sections;
import dev.berth.app.terminal.TerminalStyle;

import java.util.Comparator;

/// The text of `berth explain pod --dry-run`.
public final class DryRunText {
    private static final int MAX_NODES = 3;

    private DryRunText() {}

    public static String of(DryRunAnswer answer, TerminalStyle paint) {
        var sections = new Sections(paint.bold(answer.summary()));
        sections.add(
                answer.outcome().equals("gated")
                        ? ""
                        : AnswerTables.rejections("", answer.rejections()));
        sections.add(AnswerTables.facts("", answer.rejections()));
        sections.add(
                AnswerTables.scores(
                        "",
                        answer.nodeResults().stream()
                                .flatMap(node -> node.scores().stream())
                                .sorted(Comparator.comparingLong(NodeScoresItem::total).reversed())
                                .limit(MAX_NODES)
                                .toList()));
        sections.add(
                answer.outcome().equals("unschedulable") && !answer.message().isEmpty()
                        ? answer.message() + "\n"
                        : "");
        sections.add(AnswerTables.section(Label.HINTS, answer.hints()));
        sections.add(
                AnswerTables.helpPages(
                        answer.rejections().stream()
                                .filter(each -> !each.helpPage().isEmpty())
                                .map(RejectionItem::plugin)));
        sections.add(answer.note().isEmpty() ? "" : paint.faint(answer.note()) + "\n");
        return sections.text();
    }
}
