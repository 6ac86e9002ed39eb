package dev.berth.config.policy;

import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A profile under construction, with every default off and each extension point listed.
final class PlannedProfile {
    /// What every scheduler has that was no predicate and no priority.
    private static final List<String> ALWAYS =
            List.of("SchedulingGates", "PrioritySort", "DefaultPreemption", "DefaultBinder");

    private final Map<ExtensionPoint, Map<String, Long>> points =
            new EnumMap<>(ExtensionPoint.class);
    private final Map<String, Json.Obj> arguments = new TreeMap<>();

    /// A plugin that is there already keeps its place.
    void add(PolicyRole part) {
        add(part, 0);
    }

    /// Of two weights for one plugin the greater counts.
    void add(PolicyRole part, long weight) {
        for (ExtensionPoint point : part.points()) {
            points.computeIfAbsent(point, _ -> new LinkedHashMap<>())
                    .merge(
                            part.plugin(),
                            point == ExtensionPoint.SCORE ? weight : 0,
                            (one, other) -> Math.max(one, other));
        }
    }

    boolean has(PolicyRole part) {
        return part.points().stream()
                .allMatch(point -> points.getOrDefault(point, Map.of()).containsKey(part.plugin()));
    }

    void argument(PolicyRole part, String field, Json value) {
        arguments.merge(
                part.plugin(),
                Json.Obj.of(field, value),
                (known, more) -> known.with(field, value));
    }

    /// Arguments that say nothing, for those who look for some.
    void argumentsOf(PolicyRole part) {
        arguments.putIfAbsent(part.plugin(), Json.Obj.EMPTY);
    }

    /// The field `plugins` of the profile.
    Json.Obj plugins() {
        var always = new LinkedHashMap<String, Long>();
        ALWAYS.forEach(name -> always.put(name, 0L));
        var out =
                Json.Obj.builder()
                        .put(
                                "multiPoint",
                                Json.Obj.builder()
                                        .put(
                                                "disabled",
                                                Json.arr(Json.Obj.of("name", Json.of("*"))))
                                        .put("enabled", names(always))
                                        .build());
        points.forEach(
                (point, plugins) -> out.put(point.key(), Json.Obj.of("enabled", names(plugins))));
        return out.build();
    }

    private static Json.Arr names(Map<String, Long> plugins) {
        var names = new ArrayList<Json>();
        plugins.forEach((name, weight) -> {
            Json.Obj named = Json.Obj.of("name", Json.of(name));
            names.add(weight == 0 ? named : named.with("weight", weight));
        });
        return new Json.Arr(names);
    }

    /// The field `pluginConfig` of the profile.
    Json.Arr pluginConfig() {
        var entries = new ArrayList<Json>();
        arguments.forEach((plugin, args) ->
                entries.add(Json.Obj.builder().put("name", plugin).put("args", args).build()));
        return new Json.Arr(entries);
    }
}
