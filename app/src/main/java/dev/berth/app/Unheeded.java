package dev.berth.app;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Fields of manifests that would change where pods go and that no plugin reads yet: better said
/// than passed over.
final class Unheeded {
    private static final Map<String, List<String>> BY_KIND =
            Map.of(
                    "Node", List.of("taints"),
                    "Pod",
                            List.of(
                                    "nodeSelector",
                                    "affinity",
                                    "topologySpreadConstraints",
                                    "resourceClaims"));

    private Unheeded() {}

    /// The fields some object has, in order, or nothing.
    static Optional<String> in(List<Json.Obj> objects) {
        var found = new TreeSet<String>();
        for (Json.Obj object : objects) {
            String kind = object.at("kind").map(Unheeded::text).orElse("");
            for (String field : BY_KIND.getOrDefault(kind, List.of())) {
                if (object.at("spec", field).isPresent()) {
                    found.add(field);
                }
            }
            if (kind.equals("Pod") && object.text().contains("\"persistentVolumeClaim\"")) {
                found.add("persistentVolumeClaim");
            }
            if (kind.equals("Pod") && object.text().contains("\"hostPort\"")) {
                found.add("hostPort");
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", found));
    }

    private static String text(Json value) {
        return value instanceof Json.Str(String text) ? text : "";
    }
}
