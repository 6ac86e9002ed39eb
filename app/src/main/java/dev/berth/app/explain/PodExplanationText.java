package dev.berth.app.explain;

import dev.berth.answers.DecisionItem;
import dev.berth.answers.ExplainPodAnswer;
import dev.berth.answers.Label;
import dev.berth.answers.RejectionItem;
import dev.berth.app.output.AnswerTables;
import dev.berth.app.output.Sections;
import dev.berth.app.terminal.TerminalStyle;

import java.util.stream.Stream;

/// The text of `berth explain pod`.
public final class PodExplanationText {
    private PodExplanationText() {}

    public static String of(ExplainPodAnswer answer, TerminalStyle paint) {
        var sections = new Sections(paint.bold(answer.summary()));
        sections.add(AnswerTables.rejections("", answer.rejections()));
        sections.add(AnswerTables.facts("", answer.rejections()));
        answer.gate()
                .ifPresent(gate ->
                        sections.add(
                                AnswerTables.section(
                                        Label.FACTS,
                                        gate.facts().stream()
                                                .map(fact -> AnswerTables.fact(gate.plugin(), fact))
                                                .toList())));
        answer.attempts().stream().findFirst().ifPresent(last -> addLast(sections, last));
        sections.add(AnswerTables.section(Label.SCORE_DIFFERENCES, answer.scoreDifferences()));
        sections.add(AnswerTables.requeue(answer.requeue()));
        sections.add(AnswerTables.section(Label.HINTS, answer.hints()));
        sections.add(
                AnswerTables.helpPages(
                        answer.rejections().stream()
                                .filter(each -> !each.helpPage().isEmpty())
                                .map(RejectionItem::plugin)));
        sections.add(AnswerTables.attempts(answer.attempts(), answer.atMillis()));
        return sections.text();
    }

    private static void addLast(Sections sections, DecisionItem last) {
        sections.add(
                AnswerTables.scores(
                        "",
                        Stream.concat(last.winner().stream(), last.runnerUp().stream()).toList()));
        sections.add(last.preemption().map(AnswerTables::preemption).orElse(""));
    }
}
