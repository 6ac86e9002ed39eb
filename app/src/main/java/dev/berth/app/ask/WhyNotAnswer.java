package dev.berth.app.ask;

import dev.berth.app.terminal.TerminalStyle;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Why a pod is not on a node.
public record WhyNotAnswer(
        String answer,
        String outcome,
        String note,
        Optional<Group> group,
        Optional<Card> card,
        Optional<Card> best) {
    static WhyNotAnswer of(Fields answer) {
        return new WhyNotAnswer(
                answer.text("answer", ""),
                answer.text("outcome", ""),
                answer.text("note", ""),
                answer.optional("group", Group::ofNodes),
                answer.optional("card", Card::of),
                answer.optional("best", Card::of));
    }

    /// @param answer without anything that could do harm
    public static String text(Json.Obj answer, TerminalStyle paint) {
        return of(Fields.of(answer)).text(paint);
    }

    private String text(TerminalStyle paint) {
        var sections = new Sections(paint.bold(answer));
        group.ifPresent(why ->
                sections.add(
                        PodAnswer.listed(
                                why.plugin().isEmpty() ? "refused:" : why.plugin() + " refused it:",
                                why.reasons())));
        if (card.isPresent()) {
            var cards = new ArrayList<Card>(List.of(card.get()));
            best.filter(other -> !other.node().equals(card.get().node())).ifPresent(cards::add);
            sections.add(Card.table(cards));
        }
        sections.add(Group.pages(group.stream()));
        sections.add(note.isEmpty() ? "" : paint.faint(note) + "\n");
        return sections.text();
    }
}
