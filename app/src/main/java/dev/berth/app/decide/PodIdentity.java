package dev.berth.app.decide;

import dev.berth.model.json.Json;

import java.util.List;

/// The UID of a pod from a file: its own, or its namespace and name.
final class PodIdentity {
    private static final List<String> UID = List.of("metadata", "uid");

    private PodIdentity() {}

    static Json.Obj given(Json.Obj pod) {
        if (!pod.textAt("metadata", "uid").orElse("").isEmpty()) {
            return pod;
        }
        String namespace = pod.textAt("metadata", "namespace").orElse("");
        String name = pod.textAt("metadata", "name").orElse("");
        return pod.withAt(UID, Json.of(namespace + "/" + name));
    }
}
