package dev.berth.controlplane.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

/// Creates objects with only a kind and name, and owner references.
public final class ObjectTemplates {
    private ObjectTemplates() {}

    /// An object with only a kind, name and namespace.
    public static Json.Obj named(Kind kind, String namespace, String name) {
        Json.Obj metadata = Json.Obj.of("name", Json.of(name));
        return Json.Obj.EMPTY
                .with("apiVersion", kind.apiVersion())
                .with("kind", kind.name())
                .with(
                        "metadata",
                        namespace.isEmpty() ? metadata : metadata.with("namespace", namespace));
    }

    /// An owner reference to the controller of an object.
    public static Json.Obj controller(Kind kind, String name, String uid) {
        return Json.Obj.EMPTY
                .with("apiVersion", kind.apiVersion())
                .with("kind", kind.name())
                .with("name", name)
                .with("uid", uid)
                .with("controller", true)
                .with("blockOwnerDeletion", true);
    }

    public static Json.Obj namespace(String name) {
        return named(Kind.NAMESPACE, "", name);
    }
}
