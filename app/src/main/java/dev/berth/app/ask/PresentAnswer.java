package dev.berth.app.ask;

import dev.berth.app.terminal.TerminalStyle;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A pod judged on the present state.
public record PresentAnswer(
        String pod,
        String outcome,
        String note,
        String message,
        List<String> best,
        List<Group> groups,
        List<Card> cards) {
    private static final int COMPARED = 3;

    static PresentAnswer of(Fields answer) {
        return new PresentAnswer(
                answer.text("pod", ""),
                answer.text("outcome", ""),
                answer.text("note", ""),
                answer.text("message", ""),
                answer.texts("best"),
                answer.list("groups", Group::ofNodes),
                answer.list("nodes", node -> node.optional("card", Card::of)).stream()
                        .flatMap(Optional::stream)
                        .sorted(Comparator.comparingLong(Card::total).reversed())
                        .limit(COMPARED)
                        .toList());
    }

    /// @param answer without anything that could do harm
    public static String text(Json.Obj answer, TerminalStyle paint) {
        return of(Fields.of(answer)).text(paint);
    }

    private String text(TerminalStyle paint) {
        var sections = new Sections(paint.bold(headline()));
        if (!groups.isEmpty()) {
            sections.add(Group.table("NODES", groups));
        }
        if (!cards.isEmpty()) {
            sections.add(Card.table(cards));
        }
        sections.add(Group.pages(groups.stream()));
        sections.add(note.isEmpty() ? "" : paint.faint(note) + "\n");
        return sections.text();
    }

    private String headline() {
        String why = message.isEmpty() ? "" : ": " + message;
        return switch (outcome) {
            case "scheduled" -> "%s would go to %s now".formatted(pod, String.join(" or ", best));
            case "unschedulable" -> "%s would fit nowhere now%s".formatted(pod, why);
            case "gated" -> "%s is not tried now%s".formatted(pod, why);
            case "skipped" -> "%s is nothing this scheduler would try%s".formatted(pod, why);
            default -> "%s cannot be judged now%s".formatted(pod, why);
        };
    }
}
