package com.example.loadaware;

import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The measured load of a node, from its NodeMetric.
///
/// @param updated when the load was measured
/// @param interval the time between two measurements
/// @param usage the load of the whole node
/// @param pods the load of each pod, by `namespace/name`
record NodeLoad(Instant updated, Duration interval, Usage usage, Map<String, Usage> pods) {
    static final Kind KIND =
            new Kind("slo.koordinator.sh", "v1alpha1", "NodeMetric", "nodemetrics", false);

    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(60);

    /// The load, or empty if the object contains no measurement yet or one that cannot be read.
    static Optional<NodeLoad> of(CustomObject metric, UsageType type) {
        Json.Obj content = metric.content();
        try {
            Optional<Instant> updated = content.textAt("status", "updateTime").map(Instant::parse);
            Optional<Json> usage =
                    content.at("status", "nodeMetric").flatMap(info -> usage(info, type));
            if (updated.isEmpty() || usage.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    new NodeLoad(
                            updated.get(),
                            interval(content),
                            Usage.of(usage.get()),
                            pods(content)));
        } catch (IllegalArgumentException | DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }

    private static Duration interval(Json.Obj content) {
        return content.at("spec", "metricCollectPolicy", "reportIntervalSeconds")
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds.text())))
                .orElse(DEFAULT_INTERVAL);
    }

    /// The average, or a percentile over the longest time that the NodeMetric contains.
    private static Optional<Json> usage(Json info, UsageType type) {
        if (type == UsageType.AVERAGE) {
            return info.at("nodeUsage");
        }
        List<Json> aggregated = items(info.at("aggregatedNodeUsages"));
        return aggregated.isEmpty()
                ? Optional.empty()
                : aggregated.getLast().at("usage", type.key());
    }

    private static Map<String, Usage> pods(Json.Obj content) {
        var pods = new HashMap<String, Usage>();
        for (Json pod : items(content.at("status", "podsMetric"))) {
            String key = pod.textAt("namespace").orElse("") + "/" + pod.textAt("name").orElse("");
            pod.at("podUsage").map(Usage::of).ifPresent(usage -> pods.put(key, usage));
        }
        return pods;
    }

    private static List<Json> items(Optional<Json> value) {
        return value.orElse(Json.Arr.EMPTY) instanceof Json.Arr(var elements)
                ? elements
                : List.of();
    }
}
