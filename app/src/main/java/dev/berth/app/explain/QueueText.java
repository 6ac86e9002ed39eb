package dev.berth.app.explain;

import dev.berth.answers.AnswerText;
import dev.berth.answers.Label;
import dev.berth.answers.QueueAnswer;
import dev.berth.answers.QueueStateItem;
import dev.berth.answers.QueuedPodItem;
import dev.berth.app.output.AnswerTables;
import dev.berth.app.output.Sections;
import dev.berth.app.output.ShortDuration;
import dev.berth.app.terminal.Table;
import dev.berth.app.terminal.TerminalStyle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The text of `berth queue`.
public final class QueueText {
    private QueueText() {}

    /// @param requeue whether it shows the events that requeue each pod
    public static String of(QueueAnswer answer, boolean requeue, TerminalStyle paint) {
        var sections = new Sections(paint.bold(AnswerText.summary(answer)));
        for (QueueStateItem state : answer.states()) {
            if (state.count() > 0) {
                sections.add(text(state, requeue, answer.atMillis()));
            }
        }
        return sections.text();
    }

    private static String text(QueueStateItem state, boolean requeue, long nowMillis) {
        var rows = new ArrayList<List<String>>();
        var headings = new ArrayList<String>();
        headings.add(state.state().toUpperCase(Locale.ROOT));
        headings.addAll(
                AnswerTables.headings(
                        Label.PRIORITY,
                        Label.ATTEMPTS,
                        Label.IN_STATE,
                        Label.TIME_LEFT,
                        Label.PLUGINS,
                        Label.NODE,
                        Label.NOMINATED_NODE));
        if (requeue) {
            headings.add(Label.REQUEUED_WHEN.heading());
        }
        rows.add(headings);
        for (QueuedPodItem pod : state.pods()) {
            var row = new ArrayList<String>();
            row.add(pod.pod());
            row.add(Integer.toString(pod.priority()));
            row.add(Integer.toString(pod.attempts()));
            row.add(ShortDuration.of(nowMillis - pod.sinceMillis()));
            row.add(
                    pod.untilMillis().isPresent()
                            ? ShortDuration.of(pod.untilMillis().getAsLong() - nowMillis)
                            : "-");
            row.add(AnswerTables.orDash(String.join(",", pod.plugins())));
            row.add(AnswerTables.orDash(pod.node()));
            row.add(AnswerTables.orDash(pod.nominatedNodeName()));
            if (requeue) {
                row.add(AnswerTables.orDash(AnswerText.requeue(pod.requeue())));
            }
            rows.add(row);
        }
        int left = state.count() - state.hidden() - state.pods().size();
        return Table.aligned("", rows)
                + (left > 0
                        ? "%d more; berth queue %s --limit N shows them%n"
                                .formatted(left, state.state())
                        : "")
                + (state.hidden() > 0
                        ? "%s that you cannot list%n"
                                .formatted(AnswerText.counted(state.hidden(), "pod"))
                        : "");
    }
}
