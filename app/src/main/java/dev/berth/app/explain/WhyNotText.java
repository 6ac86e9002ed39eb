package dev.berth.app.explain;

import dev.berth.answers.Label;
import dev.berth.answers.RejectionItem;
import dev.berth.answers.WhyNotAnswer;
import dev.berth.app.output.AnswerTables;
import dev.berth.app.output.Sections;
import dev.berth.app.terminal.TerminalStyle;

import java.util.stream.Stream;

/// The text of `berth why-not`.
public final class WhyNotText {
    private WhyNotText() {}

    public static String of(WhyNotAnswer answer, TerminalStyle paint) {
        var sections = new Sections(paint.bold(answer.summary()));
        sections.add(AnswerTables.facts("", answer.rejection().stream().toList()));
        sections.add(
                AnswerTables.scores(
                        "",
                        Stream.concat(
                                        answer.scores().stream(),
                                        answer.bestScores().stream()
                                                .filter(best -> !best.node().equals(answer.node())))
                                .toList()));
        sections.add(AnswerTables.section(Label.HINTS, answer.hints()));
        sections.add(
                AnswerTables.helpPages(
                        answer.rejection().stream()
                                .filter(each -> !each.helpPage().isEmpty())
                                .map(RejectionItem::plugin)));
        sections.add(answer.note().isEmpty() ? "" : paint.faint(answer.note()) + "\n");
        return sections.text();
    }
}
