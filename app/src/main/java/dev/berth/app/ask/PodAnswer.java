package dev.berth.app.ask;

import dev.berth.app.terminal.TerminalStyle;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.stream.Collectors;

/// Why a pod is where it is, or why it is nowhere.
public record PodAnswer(
        String answer,
        String node,
        List<Group> groups,
        List<String> difference,
        List<Wake> helps,
        List<String> hints,
        List<Attempt> attempts) {
    static PodAnswer of(Fields answer) {
        return new PodAnswer(
                answer.text("answer", ""),
                answer.text("node", ""),
                answer.list("groups", Group::ofNodes),
                answer.texts("difference"),
                answer.list("helps", Wake::of),
                answer.texts("hints"),
                answer.list("attempts", Attempt::of));
    }

    /// @param answer without anything that could do harm
    public static String text(Json.Obj answer, long nowMillis, TerminalStyle paint) {
        return of(Fields.of(answer)).text(nowMillis, paint);
    }

    private String text(long nowMillis, TerminalStyle paint) {
        var sections = new Sections(paint.bold(answer));
        if (!groups.isEmpty()) {
            sections.add(Group.table("NODES", groups));
        }
        attempts.stream()
                .findFirst()
                .ifPresent(last -> {
                    sections.add(last.scores());
                    sections.add(last.preemption().map(Eviction::text).orElse(""));
                });
        sections.add(listed("what made the difference:", difference));
        sections.add(Wake.text(helps));
        sections.add(listed("what you can do:", hints));
        sections.add(Group.pages(groups.stream()));
        if (!attempts.isEmpty()) {
            sections.add(Attempt.table(attempts, nowMillis));
        }
        return sections.text();
    }

    static String listed(String heading, List<String> lines) {
        return lines.isEmpty()
                ? ""
                : lines.stream()
                        .map(line -> "  " + line + "\n")
                        .collect(Collectors.joining("", heading + "\n", ""));
    }
}
