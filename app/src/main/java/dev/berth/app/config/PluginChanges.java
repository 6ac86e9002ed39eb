package dev.berth.app.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The differences between the plugins of two configurations at an extension point.
final class PluginChanges {
    private PluginChanges() {}

    /// Adds the plugins, with their weights, that only one of the lists has, and their order.
    static void add(
            String name, List<String> before, List<String> after, List<VersionReport.Row> rows) {
        addSet(name, before, after, rows);
        addOrder(name, before, after, rows);
    }

    /// Adds the plugins that only one of the lists has.
    private static void addSet(
            String name, List<String> before, List<String> after, List<VersionReport.Row> rows) {
        String removed = without(before, after);
        String added = without(after, before);
        if (!removed.isEmpty() || !added.isEmpty()) {
            rows.add(new VersionReport.Row("plugins", name, removed, added, ""));
        }
    }

    private static String without(List<String> plugins, List<String> others) {
        return plugins.stream()
                .filter(each -> !others.contains(each))
                .collect(Collectors.joining(", "));
    }

    /// Adds the part of the plugins in both lists whose order differs.
    private static void addOrder(
            String name, List<String> before, List<String> after, List<VersionReport.Row> rows) {
        List<String> one = before.stream().filter(after::contains).toList();
        List<String> other = after.stream().filter(before::contains).toList();
        int prefix = common(one, other);
        int suffix =
                common(
                        one.subList(prefix, one.size()).reversed(),
                        other.subList(prefix, other.size()).reversed());
        if (!one.equals(other)) {
            rows.add(
                    new VersionReport.Row(
                            "plugins",
                            name,
                            String.join(", ", one.subList(prefix, one.size() - suffix)),
                            String.join(", ", other.subList(prefix, other.size() - suffix)),
                            "order"));
        }
    }

    private static int common(List<String> one, List<String> other) {
        int length = 0;
        while (length < Math.min(one.size(), other.size())
                && one.get(length).equals(other.get(length))) {
            length++;
        }
        return length;
    }

    /// The plugins of each extension point, with their weights.
    static Map<String, List<String>> points(PluginsInForce plugins) {
        return plugins.rows().stream()
                .collect(
                        Collectors.groupingBy(
                                row -> row.point().key(),
                                LinkedHashMap::new,
                                Collectors.mapping(
                                        row ->
                                                row.weight() == 0
                                                        ? row.plugin()
                                                        : row.plugin() + " " + row.weight(),
                                        Collectors.toCollection(ArrayList::new))));
    }

    /// The name of a plugin that may be followed by its weight.
    static String name(String use) {
        return use.split(" ")[0];
    }
}
