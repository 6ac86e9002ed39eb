package dev.berth.app.config;

import dev.berth.app.options.ConfigurationFinding;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.options.ConfigurationResult;
import dev.berth.app.output.Sections;
import dev.berth.app.terminal.Table;
import dev.berth.config.AlgorithmSource;
import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.EmulatedVersion;
import dev.berth.config.FeatureGates;
import dev.berth.config.GateChange;
import dev.berth.config.GateUpgrade;
import dev.berth.config.PluginRegistry;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What another release of Kubernetes changes for a configuration.
///
/// @param problems what must be fixed before the upgrade
/// @param warnings what the report does not contain, and why
/// @param otherGates the number of changed feature gates that belong to other components and are
///   not listed
record VersionReport(
        EmulatedVersion from,
        EmulatedVersion to,
        List<Problem> problems,
        List<String> warnings,
        List<Row> rows,
        int otherGates) {
    /// Something that the newer release rejects.
    ///
    /// @param name the feature gate, or the file with the position
    record Problem(String name, String problem) {}

    /// A change.
    ///
    /// @param area `gates`, `plugins`, `defaults`, or an area of [ReleaseChanges]
    /// @param from the older value; empty if there is none
    /// @param to the newer value; empty if there is none
    record Row(String area, String name, String from, String to, String note) {}

    VersionReport {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        rows = List.copyOf(rows);
    }

    /// @param document the configuration; empty for the default configuration
    /// @param allGates whether to include the feature gates of other components
    static VersionReport of(
            EmulatedVersion from,
            EmulatedVersion to,
            GateUpgrade gates,
            Optional<Manifests.Document> document,
            PluginRegistry registry,
            boolean allGates) {
        List<ReleaseChanges> releases =
                ReleaseChanges.supported().stream()
                        .filter(each -> each.minor() > from.minor() && each.minor() <= to.minor())
                        .map(ReleaseChanges::of)
                        .toList();
        ConfigurationResult before =
                read(
                        new ConfigurationReader(
                                registry, gates.from(), releases.getFirst().previousPlugins()),
                        document,
                        false);
        ConfigurationResult after =
                read(new ConfigurationReader(registry, gates.to()), document, true);
        var problems = new ArrayList<Problem>();
        gates.problems().forEach(each -> problems.add(new Problem(each.gate(), each.problem())));
        after.findings().stream()
                .map(ConfigurationFinding::line)
                .filter(line -> problems.stream().noneMatch(each -> each.problem().equals(line)))
                .distinct()
                .forEach(line -> problems.add(new Problem("--config", line)));
        var rows = new ArrayList<Row>();
        int otherGates = addGates(GateChange.between(from, to), gates, releases, allGates, rows);
        if (before.configuration().isPresent() && after.configuration().isPresent()) {
            addProfiles(before.configuration().get(), after.configuration().get(), releases, rows);
        }
        addChanges(releases, gates.to(), after.configuration(), rows);
        return new VersionReport(
                from, to, problems, notCompared(from, before, to, after), rows, otherGates);
    }

    private static List<String> notCompared(
            EmulatedVersion from,
            ConfigurationResult before,
            EmulatedVersion to,
            ConfigurationResult after) {
        var warnings = new ArrayList<String>();
        if (after.configuration().isEmpty()) {
            warnings.add(notCompared(to, ""));
        } else if (before.configuration().isEmpty()) {
            warnings.add(
                    notCompared(
                            from,
                            before.findings().stream()
                                    .map(ConfigurationFinding::line)
                                    .distinct()
                                    .collect(Collectors.joining("; ", ": ", ""))));
        }
        return warnings;
    }

    private static String notCompared(EmulatedVersion release, String reasons) {
        return "Plugins and defaults are not compared, because kube-scheduler %s rejects the configuration%s"
                .formatted(release, reasons);
    }

    private static ConfigurationResult read(
            ConfigurationReader reader, Optional<Manifests.Document> document, boolean startable) {
        return document.map(given ->
                        ConfigurationOptions.completed(
                                reader,
                                given,
                                settings -> settings,
                                AlgorithmSource.PROFILES,
                                startable))
                .orElseGet(() ->
                        new ConfigurationResult(
                                Optional.of(reader.defaults()), List.of(), List.of()));
    }

    private static int addGates(
            List<GateChange> changes,
            GateUpgrade gates,
            List<ReleaseChanges> releases,
            boolean allGates,
            List<Row> rows) {
        var notes = new LinkedHashMap<String, String>();
        releases.forEach(each -> notes.putAll(each.gates()));
        int others = 0;
        for (GateChange change : changes) {
            if (!allGates
                    && !notes.containsKey(change.name())
                    && !gates.set().contains(change.name())) {
                others++;
                continue;
            }
            var note = new ArrayList<String>();
            if (notes.containsKey(change.name())) {
                note.add(notes.get(change.name()));
            }
            if (!change.newDependencies().isEmpty()) {
                note.add("depends on " + String.join(", ", change.newDependencies()));
            }
            rows.add(
                    new Row(
                            "gates",
                            change.name(),
                            change.from().map(GateChange.State::toString).orElse(""),
                            change.to().map(GateChange.State::toString).orElse(""),
                            String.join("; ", note)));
        }
        return others;
    }

    private static void addProfiles(
            Configuration before,
            Configuration after,
            List<ReleaseChanges> releases,
            List<Row> rows) {
        List<PluginsInForce> had = PluginsInForce.of(before);
        List<PluginsInForce> has = PluginsInForce.of(after);
        for (int i = 0; i < Math.min(had.size(), has.size()); i++) {
            String profile = has.size() > 1 ? has.get(i).schedulerName() + ": " : "";
            addPlugins(profile, had.get(i), has.get(i), releases, rows);
            addArguments(profile, had.get(i).arguments(), has.get(i).arguments(), rows);
        }
    }

    private static void addPlugins(
            String profile,
            PluginsInForce before,
            PluginsInForce after,
            List<ReleaseChanges> releases,
            List<Row> rows) {
        Map<String, List<String>> had = PluginChanges.points(before);
        releases.forEach(release ->
                release.newPoints()
                        .forEach((plugin, points) ->
                                points.forEach(point ->
                                        had.getOrDefault(point, List.of())
                                                .removeIf(use ->
                                                        PluginChanges.name(use).equals(plugin)))));
        PluginChanges.points(after)
                .forEach((point, plugins) ->
                        PluginChanges.add(
                                profile + point,
                                had.getOrDefault(point, List.of()),
                                plugins,
                                rows));
    }

    private static void addArguments(
            String profile, Map<String, Json> before, Map<String, Json> after, List<Row> rows) {
        after.forEach((plugin, arguments) -> {
            Map<String, Json> had = fields(before.getOrDefault(plugin, Json.Obj.EMPTY));
            fields(arguments)
                    .forEach((field, value) -> {
                        String old = had.containsKey(field) ? had.get(field).text() : "";
                        if (!old.equals(value.text())) {
                            rows.add(
                                    new Row(
                                            "defaults",
                                            "%s%sArgs.%s".formatted(profile, plugin, field),
                                            old,
                                            value.text(),
                                            ""));
                        }
                    });
        });
    }

    private static Map<String, Json> fields(Json arguments) {
        return arguments instanceof Json.Obj all ? all.fields() : Map.of();
    }

    private static void addChanges(
            List<ReleaseChanges> releases,
            FeatureGates gates,
            Optional<Configuration> configuration,
            List<Row> rows) {
        Optional<Set<String>> enabled =
                configuration.map(each ->
                        PluginsInForce.of(each).stream()
                                .flatMap(profile -> profile.rows().stream())
                                .map(PluginsInForce.Row::plugin)
                                .collect(Collectors.toSet()));
        for (String area : ReleaseChanges.AREAS) {
            for (ReleaseChanges release : releases) {
                release.changes().stream()
                        .filter(each -> each.area().equals(area))
                        .filter(each -> each.gate().map(gates::on).orElse(true))
                        .filter(each ->
                                enabled.isEmpty()
                                        || each.plugin().map(enabled.get()::contains).orElse(true))
                        .forEach(each ->
                                rows.add(
                                        new Row(
                                                area,
                                                each.name(),
                                                each.from(),
                                                each.to(),
                                                each.note())));
            }
        }
    }

    String text() {
        var sections = new Sections("From Kubernetes %s to %s".formatted(from, to));
        if (!problems.isEmpty()) {
            var lines = new ArrayList<List<String>>();
            lines.add(List.of("FIX BEFORE THE UPGRADE", "PROBLEM"));
            problems.forEach(each -> lines.add(List.of(each.name(), each.problem())));
            sections.add(Table.aligned("", lines));
        }
        warnings.forEach(each -> sections.add(each + "\n"));
        rows.stream().map(Row::area).distinct().forEach(area -> sections.add(table(area)));
        if (otherGates > 0) {
            sections.add(
                    "%d feature gates of other components change too; --all-gates lists them.\n"
                            .formatted(otherGates));
        }
        return sections.text();
    }

    private String table(String area) {
        var lines = new ArrayList<List<String>>();
        lines.add(List.of(area.toUpperCase(Locale.ROOT), from.toString(), to.toString(), "NOTE"));
        rows.stream()
                .filter(row -> row.area().equals(area))
                .forEach(row ->
                        lines.add(
                                List.of(
                                        row.name(),
                                        shown(row.from()),
                                        shown(row.to()),
                                        row.note())));
        return Table.aligned("", lines);
    }

    private static String shown(String value) {
        return value.isEmpty() ? "-" : value;
    }

    Json.Obj json() {
        return Json.Obj.builder()
                .put("from", from.toString())
                .put("to", to.toString())
                .put(
                        "problems",
                        new Json.Arr(
                                problems.stream()
                                        .<Json>map(each ->
                                                Json.Obj.builder()
                                                        .put("name", each.name())
                                                        .put("problem", each.problem())
                                                        .build())
                                        .toList()))
                .put("warnings", new Json.Arr(warnings.stream().<Json>map(Json::of).toList()))
                .put(
                        "changes",
                        new Json.Arr(
                                rows.stream()
                                        .<Json>map(row ->
                                                Json.Obj.builder()
                                                        .put("area", row.area())
                                                        .put("name", row.name())
                                                        .put("from", row.from())
                                                        .put("to", row.to())
                                                        .put("note", row.note())
                                                        .build())
                                        .toList()))
                .put("otherGates", otherGates)
                .build();
    }
}
