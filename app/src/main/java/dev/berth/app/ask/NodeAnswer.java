package dev.berth.app.ask;

import dev.berth.app.terminal.Table;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// What a node has, and which pods that wait it refuses.
public record NodeAnswer(
        String answer, Fields node, List<String> resources, List<Group> groups, int hidden) {
    static NodeAnswer of(Fields answer) {
        return new NodeAnswer(
                answer.text("answer", ""),
                answer.object("node"),
                answer.texts("resources"),
                answer.list("groups", Group::ofPods),
                answer.integer("hidden", 0));
    }

    /// @param answer without anything that could do harm
    public static String text(Json.Obj answer, TerminalStyle paint) {
        return of(Fields.of(answer)).text(paint);
    }

    private String text(TerminalStyle paint) {
        var sections = new Sections(paint.bold(answer));
        sections.add(capacity());
        sections.add(PodAnswer.listed("taints:", node.texts("taints")));
        if (!groups.isEmpty()) {
            sections.add(Group.table("PODS", groups));
        }
        sections.add(
                hidden == 0 ? "" : "pods of namespaces you may not see: %d%n".formatted(hidden));
        sections.add(Group.pages(groups.stream()));
        return sections.text();
    }

    private String capacity() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("RESOURCE", "REQUESTED", "OF", "FREE"));
        for (int i = 0; i < resources.size(); i++) {
            OptionalLong all = number("allocatable", i);
            if (all.isEmpty() || all.getAsLong() == 0) {
                continue;
            }
            long used = number("requested", i).orElse(0);
            String resource = resources.get(i);
            rows.add(
                    List.of(
                            resource,
                            Amount.of(resource, used),
                            Amount.of(resource, all.getAsLong()),
                            Amount.of(resource, all.getAsLong() - used)));
        }
        return rows.size() == 1 ? "" : Table.aligned("", rows);
    }

    private OptionalLong number(String list, int index) {
        return node.object().at(list, Integer.toString(index)).orElse(Json.Null.NULL)
                        instanceof Json.Num number
                ? number.asLong()
                : OptionalLong.empty();
    }
}
