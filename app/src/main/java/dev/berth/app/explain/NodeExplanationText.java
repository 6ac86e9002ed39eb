package dev.berth.app.explain;

import dev.berth.answers.Amount;
import dev.berth.answers.AnswerText;
import dev.berth.answers.ExplainNodeAnswer;
import dev.berth.answers.Label;
import dev.berth.answers.PodRejectionItem;
import dev.berth.app.output.AnswerTables;
import dev.berth.app.output.Sections;
import dev.berth.app.terminal.Table;
import dev.berth.app.terminal.TerminalStyle;

import java.util.ArrayList;
import java.util.List;

/// The text of `berth explain node`.
public final class NodeExplanationText {
    private NodeExplanationText() {}

    public static String of(ExplainNodeAnswer answer, TerminalStyle paint) {
        var sections = new Sections(paint.bold(answer.summary()));
        sections.add(resources(answer));
        sections.add(AnswerTables.section(Label.TAINTS, answer.node().taints()));
        sections.add(AnswerTables.podRejections(answer.rejections()));
        sections.add(
                AnswerTables.section(
                        Label.FACTS,
                        answer.rejections().stream()
                                .flatMap(each ->
                                        each.facts().stream()
                                                .map(fact ->
                                                        AnswerTables.fact(each.plugin(), fact)))
                                .toList()));
        sections.add(
                answer.hidden() == 0
                        ? ""
                        : "%s that you cannot list%n"
                                .formatted(AnswerText.counted(answer.hidden(), "more pod")));
        sections.add(
                AnswerTables.helpPages(
                        answer.rejections().stream()
                                .filter(each -> !each.helpPage().isEmpty())
                                .map(PodRejectionItem::plugin)));
        return sections.text();
    }

    private static String resources(ExplainNodeAnswer answer) {
        var rows = new ArrayList<List<String>>();
        rows.add(
                AnswerTables.headings(
                        Label.RESOURCE, Label.REQUESTED, Label.ALLOCATABLE, Label.FREE));
        for (int i = 0; i < answer.resources().size(); i++) {
            long allocatable = amount(answer.node().allocatable(), i);
            if (allocatable == 0) {
                continue;
            }
            long requested = amount(answer.node().requested(), i);
            String resource = answer.resources().get(i);
            rows.add(
                    List.of(
                            resource,
                            Amount.of(resource, requested),
                            Amount.of(resource, allocatable),
                            Amount.of(resource, allocatable - requested)));
        }
        return rows.size() == 1 ? "" : Table.aligned("", rows);
    }

    private static long amount(List<Long> amounts, int index) {
        return index < amounts.size() ? amounts.get(index) : 0;
    }
}
