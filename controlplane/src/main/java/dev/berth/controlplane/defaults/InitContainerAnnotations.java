package dev.berth.controlplane.defaults;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The annotations of pods that described init containers before Kubernetes 1.8. The API server
/// drops them (upstream: `DropInitContainerAnnotations`).
public final class InitContainerAnnotations {
    private static final List<String> NAMES =
            List.of(
                    "pod.beta.kubernetes.io/init-containers",
                    "pod.alpha.kubernetes.io/init-containers",
                    "pod.beta.kubernetes.io/init-container-statuses",
                    "pod.alpha.kubernetes.io/init-container-statuses");

    private InitContainerAnnotations() {}

    /// @param annotations the path of the annotations in the object
    public static Json.Obj drop(Json.Obj object, Path annotations) {
        Json.Obj before = annotations.object(object);
        Json.Obj after = before;
        for (String name : NAMES) {
            after = after.without(name);
        }
        if (after.equals(before)) {
            return object;
        }
        return after.fields().isEmpty()
                ? annotations.remove(object)
                : annotations.set(object, after);
    }
}
