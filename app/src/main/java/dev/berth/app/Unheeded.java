package dev.berth.app;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What manifests say about preemption, which nobody reads yet: better said than passed over. Pods
/// that claim volumes or devices are refused with a reason, so they need no word here.
final class Unheeded {
    private static final Map<String, String[]> FIELDS_OF_PODS =
            Map.of("preemptionPolicy", new String[] {"spec", "preemptionPolicy"});

    private static final Set<String> KINDS = Set.of("PodDisruptionBudget");

    private Unheeded() {}

    /// The fields and kinds there are, in order, or nothing.
    static Optional<String> in(List<Json.Obj> objects) {
        var found = new TreeSet<String>();
        for (Json.Obj object : objects) {
            String kind = object.textAt("kind").orElse("");
            if (KINDS.contains(kind)) {
                found.add(kind);
            }
            if (kind.equals("Pod")) {
                FIELDS_OF_PODS.forEach((field, path) -> {
                    if (object.at(path).isPresent()) {
                        found.add(field);
                    }
                });
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", found));
    }
}
