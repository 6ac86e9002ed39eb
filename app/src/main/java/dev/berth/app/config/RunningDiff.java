package dev.berth.app.config;

import dev.berth.app.options.RestartFields;
import dev.berth.app.output.Sections;
import dev.berth.app.terminal.Table;
import dev.berth.config.Configuration;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What changes in a running scheduler if it gets another configuration.
///
/// @param rows the changes; the area is `profiles`, `plugins`, `arguments`, `extenders` or
///   `settings`
record RunningDiff(List<VersionReport.Row> rows) {
    private static final List<String> AREAS =
            List.of("profiles", "plugins", "arguments", "extenders", "settings");
    static final String RESTART = "needs a restart";

    RunningDiff {
        rows = List.copyOf(rows);
    }

    static RunningDiff between(Configuration running, Configuration next) {
        var rows = new ArrayList<VersionReport.Row>();
        addProfiles(PluginsInForce.of(running), PluginsInForce.of(next), rows);
        addExtenders(running.written(), next.written(), rows);
        for (RestartFields.Change each : RestartFields.changes(running.written(), next.written())) {
            rows.add(
                    new VersionReport.Row(
                            "settings", each.path(), each.from(), each.to(), note(each)));
        }
        return new RunningDiff(rows);
    }

    private static String note(RestartFields.Change change) {
        if (RestartFields.needsRestart(change)) {
            return RESTART;
        }
        return change.path().equals("parallelism") ? "has no effect" : "";
    }

    private static void addProfiles(
            List<PluginsInForce> running, List<PluginsInForce> next, List<VersionReport.Row> rows) {
        Map<String, PluginsInForce> had = byName(running);
        Map<String, PluginsInForce> has = byName(next);
        had.keySet().stream()
                .filter(name -> !has.containsKey(name))
                .forEach(name -> rows.add(row("profiles", name, "present", "")));
        has.forEach((name, after) -> {
            PluginsInForce before = had.get(name);
            if (before == null) {
                rows.add(row("profiles", name, "", "present"));
                return;
            }
            String prefix = had.size() > 1 || has.size() > 1 ? name + ": " : "";
            if (before.percentageOfNodesToScore() != after.percentageOfNodesToScore()) {
                rows.add(
                        row(
                                "profiles",
                                prefix + "percentageOfNodesToScore",
                                Integer.toString(before.percentageOfNodesToScore()),
                                Integer.toString(after.percentageOfNodesToScore())));
            }
            addPlugins(prefix, before, after, rows);
            addArguments(prefix, before.arguments(), after.arguments(), rows);
        });
    }

    private static Map<String, PluginsInForce> byName(List<PluginsInForce> profiles) {
        var byName = new LinkedHashMap<String, PluginsInForce>();
        profiles.forEach(each -> byName.put(each.schedulerName(), each));
        return byName;
    }

    private static void addPlugins(
            String prefix,
            PluginsInForce before,
            PluginsInForce after,
            List<VersionReport.Row> rows) {
        Map<String, List<String>> had = PluginChanges.points(before);
        Map<String, List<String>> has = PluginChanges.points(after);
        var points = new LinkedHashSet<>(has.keySet());
        points.addAll(had.keySet());
        points.forEach(point ->
                PluginChanges.add(
                        prefix + point,
                        had.getOrDefault(point, List.of()),
                        has.getOrDefault(point, List.of()),
                        rows));
    }

    /// Compares the arguments of the plugins that both configurations enable.
    private static void addArguments(
            String prefix,
            Map<String, Json> before,
            Map<String, Json> after,
            List<VersionReport.Row> rows) {
        after.forEach((plugin, arguments) -> {
            if (before.containsKey(plugin)) {
                addFields(
                        "arguments",
                        "%s%sArgs".formatted(prefix, plugin),
                        fields(before.get(plugin)),
                        fields(arguments),
                        rows);
            }
        });
    }

    private static void addExtenders(
            Json.Obj before, Json.Obj after, List<VersionReport.Row> rows) {
        Map<String, Json> had = extenders(before);
        Map<String, Json> has = extenders(after);
        had.keySet().stream()
                .filter(name -> !has.containsKey(name))
                .forEach(name -> rows.add(row("extenders", name, "present", "")));
        has.forEach((name, extender) -> {
            if (had.containsKey(name)) {
                addFields("extenders", name, fields(had.get(name)), fields(extender), rows);
            } else {
                rows.add(
                        new VersionReport.Row(
                                "extenders", name, "", "present", had.isEmpty() ? RESTART : ""));
            }
        });
    }

    /// The extenders by address, and by their order if two have the same address.
    private static Map<String, Json> extenders(Json.Obj configuration) {
        var extenders = new LinkedHashMap<String, Json>();
        if (configuration.at("extenders").orElse(Json.Arr.EMPTY) instanceof Json.Arr(var all)) {
            for (Json each : all) {
                String address = each.textAt("urlPrefix").orElse("");
                int number = 1;
                String name = address;
                while (extenders.containsKey(name)) {
                    name = "%s (%d)".formatted(address, ++number);
                }
                extenders.put(name, each);
            }
        }
        return extenders;
    }

    private static void addFields(
            String area,
            String name,
            Map<String, Json> before,
            Map<String, Json> after,
            List<VersionReport.Row> rows) {
        var fields = new LinkedHashSet<>(after.keySet());
        fields.addAll(before.keySet());
        for (String field : fields) {
            String from = text(before.get(field));
            String to = text(after.get(field));
            if (!from.equals(to)) {
                rows.add(row(area, name + "." + field, from, to));
            }
        }
    }

    private static String text(@Nullable Json value) {
        return value == null ? "" : value.text();
    }

    private static Map<String, Json> fields(Json object) {
        return object instanceof Json.Obj all ? all.fields() : Map.of();
    }

    private static VersionReport.Row row(String area, String name, String from, String to) {
        return new VersionReport.Row(area, name, from, to, "");
    }

    boolean needsRestart() {
        return rows.stream().anyMatch(row -> row.note().equals(RESTART));
    }

    String text() {
        if (rows.isEmpty()) {
            return "no changes\n";
        }
        var sections =
                new Sections(
                        needsRestart()
                                ? "Fields that need a restart change; a reload would reject it."
                                : "The scheduler can reload this configuration without a restart.");
        for (String area : AREAS) {
            var lines = new ArrayList<List<String>>();
            lines.add(List.of(area.toUpperCase(Locale.ROOT), "RUNNING", "FILE", "NOTE"));
            rows.stream()
                    .filter(row -> row.area().equals(area))
                    .forEach(row ->
                            lines.add(
                                    List.of(
                                            row.name(),
                                            shown(row.from()),
                                            shown(row.to()),
                                            row.note())));
            if (lines.size() > 1) {
                sections.add(Table.aligned("", lines));
            }
        }
        return sections.text();
    }

    private static String shown(String value) {
        return value.isEmpty() ? "-" : value;
    }

    Json.Obj json() {
        return Json.Obj.builder()
                .put("needsRestart", needsRestart())
                .put(
                        "changes",
                        new Json.Arr(
                                rows.stream()
                                        .<Json>map(row ->
                                                Json.Obj.builder()
                                                        .put("area", row.area())
                                                        .put("name", row.name())
                                                        .put("running", row.from())
                                                        .put("file", row.to())
                                                        .put(
                                                                "needsRestart",
                                                                row.note().equals(RESTART))
                                                        .build())
                                        .toList()))
                .build();
    }
}
