package dev.berth.config;

import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.json.JsonPath;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The plugin lists of one profile, merged with the defaults. Only `multiPoint` has defaults.
final class MergedPlugins {
    private final Document.Points points;
    private final List<Use> multiPoint;

    /// @param defaults the default plugins of `multiPoint`
    MergedPlugins(Document.Points points, List<Use> defaults) {
        this.points = points;
        this.multiPoint = merged(defaults, points.multiPoint());
    }

    List<Use> multiPoint() {
        return multiPoint;
    }

    /// The plugins that the configuration itself adds to `multiPoint`.
    Set<String> chosen() {
        return points.multiPoint().uses().stream().map(Use::name).collect(Collectors.toSet());
    }

    /// All lists by their field names.
    Map<String, Document.Plugins> all() {
        var all = new LinkedHashMap<>(points.all());
        all.put(
                Document.Points.MULTI_POINT,
                new Document.Plugins(
                        multiPoint.stream()
                                .map(use ->
                                        new Document.Named(
                                                use.name(), Math.toIntExact(use.weight())))
                                .toList(),
                        points.multiPoint().disabled()));
        return all;
    }

    /// All plugins that a list enables.
    Set<String> names() {
        return all().values().stream()
                .flatMap(plugins -> plugins.uses().stream())
                .map(Use::name)
                .collect(Collectors.toSet());
    }

    /// Merges a list with its defaults (kube-scheduler: `mergePluginSet`). A default plugin that is
    /// enabled again keeps its position and gets the new weight. A disabled plugin is removed.
    /// Other enabled plugins are added at the end.
    static List<Use> merged(List<Use> defaults, Document.Plugins custom) {
        List<Use> enabled = custom.uses();
        Set<String> disabled = new HashSet<>(custom.disabledNames());
        // Parity: of several entries with the same name, the last one replaces the default, and the
        // others stay.
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < enabled.size(); i++) {
            last.put(enabled.get(i).name(), i);
        }
        var merged = new ArrayList<Use>();
        Set<Integer> placed = new HashSet<>();
        if (!disabled.contains("*")) {
            for (Use defaultValue : defaults) {
                if (disabled.contains(defaultValue.name())) {
                    continue;
                }
                Integer instead = last.get(defaultValue.name());
                if (instead != null) {
                    placed.add(instead);
                }
                merged.add(instead == null ? defaultValue : enabled.get(instead));
            }
        }
        for (int i = 0; i < enabled.size(); i++) {
            if (!placed.contains(i)) {
                merged.add(enabled.get(i));
            }
        }
        return List.copyOf(merged);
    }

    /// Validates what the engine does not receive: the extension points of pod groups, and plugins
    /// that are not implemented yet.
    void check(
            String schedulerName,
            PluginRegistry registry,
            JsonPath at,
            ConfigurationProblems findings) {
        points.all()
                .forEach((point, plugins) -> {
                    boolean ofGroups =
                            point.startsWith("placement") || point.startsWith("podGroup");
                    Set<String> met = new HashSet<>();
                    for (int i = 0; i < plugins.enabled().size(); i++) {
                        String name = plugins.enabled().get(i).name();
                        if (point.equals(Document.Points.MULTI_POINT)
                                || !ofGroups && !DefaultPlugins.isToCome(name, registry)) {
                            continue;
                        }
                        String problem = problem(point, name, registry, met);
                        if (!problem.isEmpty()) {
                            findings.add(
                                    at.field(point).field("enabled").element(i),
                                    "initializing profiles: creating profile for scheduler name %s: %s"
                                            .formatted(schedulerName, problem));
                        }
                    }
                });
    }

    private static String problem(
            String point, String name, PluginRegistry registry, Set<String> met) {
        String type =
                point.substring(0, 1).toUpperCase(Locale.ROOT) + point.substring(1) + "Plugin";
        if (registry.find(name).isEmpty() && !DefaultPlugins.isInTree(name)) {
            return "%s \"%s\" does not exist".formatted(type, name);
        }
        if (!DefaultPlugins.takesPart(name, point)) {
            return "plugin \"%s\" does not extend %s plugin".formatted(name, type);
        }
        return met.add(name)
                ? ""
                : "plugin \"%s\" already registered as \"%s\"".formatted(name, type);
    }
}
