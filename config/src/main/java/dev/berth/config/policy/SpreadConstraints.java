package dev.berth.config.policy;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// Soft constraints that spread the pods of a service or controller.
final class SpreadConstraints {
    private SpreadConstraints() {}

    /// @param defaultValue whether the system defaults are added
    static Json.Arr of(List<String> labels, boolean defaultValue) {
        var constraints = new ArrayList<Json>();
        labels.stream().distinct().forEach(label -> constraints.add(constraint(label, 1)));
        if (defaultValue) {
            add(WellKnownLabels.HOSTNAME, 3, labels, constraints);
            add(WellKnownLabels.ZONE, 5, labels, constraints);
        }
        return new Json.Arr(constraints);
    }

    private static void add(String key, int skew, List<String> labels, List<Json> constraints) {
        if (!labels.contains(key)) {
            constraints.add(constraint(key, skew));
        }
    }

    private static Json constraint(String key, int skew) {
        return Json.Obj.builder()
                .put("maxSkew", skew)
                .put("topologyKey", key)
                .put("whenUnsatisfiable", "ScheduleAnyway")
                .build();
    }
}
