package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of namespaces.
final class NamespaceRules implements KindRule {
    private static final Path SPEC = Path.of("spec");

    private static final Path FINALIZERS = Path.of("spec", "finalizers");

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = Path.of("status", "phase").setIfAbsent(object, "Active");
        String name = Path.of("metadata", "name").text(tree);
        return Path.of("metadata", "labels", "kubernetes.io/metadata.name").set(tree, name);
    }

    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        // Only the `finalize` subresource changes `spec.finalizers`.
        Json.Obj spec = SPEC.object(before);
        return withDefaults(spec.fields().isEmpty() ? after : after.with("spec", spec));
    }

    static Json.Obj created(Json.Obj object) {
        return FINALIZERS.in(object)
                ? object
                : FINALIZERS.set(object, Json.arr(Json.of("kubernetes")));
    }

    @Override
    public void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {
        String phase = Path.of("status", "phase").text(after);
        if (!Path.of("metadata", "deletionTimestamp").in(after) && !phase.equals("Active")) {
            out.invalid(
                    "status.Phase", phase, "may only be 'Active' if `deletionTimestamp` is empty");
        }
    }
}
