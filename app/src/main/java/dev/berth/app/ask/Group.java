package dev.berth.app.ask;

import dev.berth.app.terminal.Table;
import dev.berth.model.json.Fields;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/// Nodes (or pods) that one plugin turned down for the same reasons.
///
/// @param count how many; 0 for all, where the pod as a whole was refused
/// @param names some of them
/// @param help the page about the plugin; empty if there is none
record Group(String plugin, List<String> reasons, int count, List<String> names, String help) {
    private static final int NAMED = 3;

    static Group ofNodes(Fields group) {
        return of(group, "nodes");
    }

    static Group ofPods(Fields group) {
        return of(group, "pods");
    }

    private static Group of(Fields group, String counted) {
        return new Group(
                group.text("plugin", ""),
                group.texts("reasons"),
                group.integer(counted, 0),
                group.texts("names"),
                group.text("help", ""));
    }

    /// Groups that say the same as one: what else tells them apart is nothing for people.
    private static List<Group> merged(List<Group> groups) {
        var merged = new LinkedHashMap<List<String>, Group>();
        for (Group group : groups) {
            var said = new ArrayList<>(group.reasons);
            said.add(group.plugin);
            merged.merge(said, group, Group::with);
        }
        return merged.values().stream()
                .sorted(Comparator.comparingInt(Group::count).reversed())
                .toList();
    }

    private Group with(Group other) {
        return new Group(
                plugin,
                reasons,
                count + other.count,
                Stream.concat(names.stream(), other.names.stream()).toList(),
                help);
    }

    /// @param what is counted: NODES or PODS
    static String table(String what, List<Group> groups) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of(what, "REFUSED BY", "REASON", "NAMES"));
        for (Group group : merged(groups)) {
            rows.add(
                    List.of(
                            group.count == 0 ? "all" : Integer.toString(group.count),
                            group.plugin.isEmpty() ? "-" : group.plugin,
                            String.join(", ", group.reasons),
                            group.examples()));
        }
        return Table.aligned("", rows);
    }

    private String examples() {
        List<String> few = names.subList(0, Math.min(NAMED, names.size()));
        String more = count > few.size() && !few.isEmpty() ? ", …" : "";
        return String.join(", ", few) + more;
    }

    /// Where to read more about each plugin that refused something.
    static String pages(Stream<Group> groups) {
        List<String> pages =
                groups.map(Group::help)
                        .filter(page -> !page.isEmpty())
                        .distinct()
                        .map(page -> "  docs/plugins/" + page + ".md\n")
                        .toList();
        return pages.isEmpty() ? "" : "read more:\n" + String.join("", pages);
    }
}
