package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// Adds the defaults of the API server to objects from manifests, for commands that run without a
/// server.
///
/// An object that an API server has stored, such as the output of `kubectl get -o yaml`, does not
/// change.
public final class ApiDefaults {
    private static final Path PRIORITY = ObjectFields.SPEC.then("priority");

    private final Admission admission;

    /// @param priorityClasses the priority classes that pods can refer to
    /// @param storageClasses the storage classes that claims can refer to
    public ApiDefaults(List<Json.Obj> priorityClasses, List<Json.Obj> storageClasses) {
        this.admission =
                new Admission(
                        priorityClasses::stream, storageClasses::stream, new Timestamps(() -> 0));
    }

    /// Adds the defaults of the kind. The reply is an error if admission rejects the object.
    public Reply<Json.Obj> of(Kind kind, Json.Obj object) {
        Json.Obj placed =
                kind.namespaced()
                        ? ObjectFields.NAMESPACE.set(object, ObjectFields.namespace(object, kind))
                        : object;
        Reply<Json.Obj> admitted = admission.admit(kind, placed);
        // A pod with a priority has passed admission, even if its class is not available here.
        return !admitted.granted() && kind.equals(Kind.POD) && PRIORITY.in(object)
                ? Reply.of(Admission.podDefaults(placed, new Timestamps(() -> 0)))
                : admitted;
    }
}
