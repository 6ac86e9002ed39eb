package dev.berth.testkit;

import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Merges what a builder describes into a stored object, as an update by its author would.
///
/// Fields that the API server, the scheduler or a kubelet set do not change: identity, node,
/// status, and the default tolerations.
final class AppliedObjects {
    private static final Set<String> NOT_THE_AUTHORS = Set.of("nodeName", "tolerations");

    private AppliedObjects() {}

    /// Replaces labels, annotations and scheduling gates, adds tolerations, and replaces the other
    /// fields of the spec that the builder sets.
    static Json.Obj pod(Json.Obj stored, Json.Obj written) {
        Json.Obj spec = part(stored, "spec").without("schedulingGates");
        Json.Obj wanted = part(written, "spec");
        for (var field : wanted.fields().entrySet()) {
            if (!NOT_THE_AUTHORS.contains(field.getKey())) {
                spec = spec.with(field.getKey(), field.getValue());
            }
        }
        var tolerations = new ArrayList<>(items(spec, "tolerations"));
        for (Json toleration : items(wanted, "tolerations")) {
            if (!tolerations.contains(toleration)) {
                tolerations.add(toleration);
            }
        }
        return described(stored, written)
                .with("spec", spec.with("tolerations", new Json.Arr(tolerations)));
    }

    /// Replaces labels, annotations and spec, and the fields of the status that the builder sets.
    static Json.Obj node(Json.Obj stored, Json.Obj written) {
        Json.Obj status = part(stored, "status").without("declaredFeatures");
        for (var field : part(written, "status").fields().entrySet()) {
            status = status.with(field.getKey(), field.getValue());
        }
        return described(stored, written)
                .with("spec", part(written, "spec"))
                .with("status", status);
    }

    private static Json.Obj described(Json.Obj stored, Json.Obj written) {
        Json.Obj metadata = part(stored, "metadata");
        for (String name : List.of("labels", "annotations")) {
            Json wanted = part(written, "metadata").fields().get(name);
            metadata = wanted == null ? metadata.without(name) : metadata.with(name, wanted);
        }
        return stored.with("metadata", metadata);
    }

    private static Json.Obj part(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Obj part ? part : Json.Obj.EMPTY;
    }

    private static List<Json> items(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Arr items ? items.elements() : List.of();
    }
}
