package dev.berth.controlplane.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

/// The beginnings of objects, and references between them.
public final class ObjectTemplates {
    private ObjectTemplates() {}

    /// Kind and name, nothing else.
    public static Json.Obj named(Kind kind, String namespace, String name) {
        Json.Obj metadata = Json.Obj.of("name", Json.of(name));
        return Json.Obj.EMPTY
                .with("apiVersion", kind.apiVersion())
                .with("kind", kind.name())
                .with(
                        "metadata",
                        namespace.isEmpty() ? metadata : metadata.with("namespace", namespace));
    }

    /// What an object says, among its owners, of the one that controls it.
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
