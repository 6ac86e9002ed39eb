package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// Objects as an API server would store them, for those who have manifests and no server.
///
/// What was stored before and is read back, such as the output of `kubectl get -o yaml`, stays as
/// it is.
public final class ApiDefaults {
    private static final Path PRIORITY = ObjectFields.SPEC.then("priority");

    private final Admission admission;

    /// @param priorityClasses those that pods may name
    /// @param storageClasses those of which claims may be
    public ApiDefaults(List<Json.Obj> priorityClasses, List<Json.Obj> storageClasses) {
        this.admission =
                new Admission(
                        priorityClasses::stream, storageClasses::stream, new Timestamps(() -> 0));
    }

    /// The object with the defaults of its kind, or why it would be refused.
    public Reply<Json.Obj> of(Kind kind, Json.Obj object) {
        Json.Obj placed =
                kind.namespaced()
                        ? ObjectFields.NAMESPACE.set(object, ObjectFields.namespace(object, kind))
                        : object;
        Reply<Json.Obj> admitted = admission.admit(kind, placed);
        // A pod that has its priority went through admission, even if its class is not at hand.
        return !admitted.granted() && kind.equals(Kind.POD) && PRIORITY.in(object)
                ? Reply.of(Admission.podDefaults(placed, new Timestamps(() -> 0)))
                : admitted;
    }
}
