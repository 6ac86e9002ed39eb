package dev.berth.app;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Fields of manifests that would change where pods go and that no plugin reads yet: better said
/// than passed over.
final class Unheeded {
    private static final Map<String, String[]> FIELDS_OF_PODS =
            Map.of(
                    "podAffinity", new String[] {"spec", "affinity", "podAffinity"},
                    "podAntiAffinity", new String[] {"spec", "affinity", "podAntiAffinity"},
                    "topologySpreadConstraints",
                            new String[] {"spec", "topologySpreadConstraints"});

    private Unheeded() {}

    /// The fields some object has, in order, or nothing.
    static Optional<String> in(List<Json.Obj> objects) {
        var found = new TreeSet<String>();
        for (Json.Obj object : objects) {
            if (object.textAt("kind").orElse("").equals("Pod")) {
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
