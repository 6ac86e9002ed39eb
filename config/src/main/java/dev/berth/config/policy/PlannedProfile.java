package dev.berth.config.policy;

import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A profile that is being built, with all defaults disabled and all extension points listed.
final class PlannedProfile {
    /// The plugins of every scheduler that correspond to no predicate or priority.
    private static final List<String> ALWAYS =
            List.of("SchedulingGates", "PrioritySort", "DefaultPreemption", "DefaultBinder");

    private final Map<ExtensionPoint, Map<String, Long>> points =
            new EnumMap<>(ExtensionPoint.class);
    private final Map<String, Json.Obj> arguments = new TreeMap<>();

    /// A plugin that is already in the profile keeps its position.
    void add(PolicyRole part) {
        add(part, 0);
    }

    /// The larger of two weights of a plugin applies.
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

    /// Adds empty arguments, for readers that look for an entry.
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
