package dev.berth.model;

import dev.berth.model.json.Json;

/// The claim that a volume is bound to or reserved for (`spec.claimRef`). A reference without a UID
/// refers to any claim with the name.
public record ClaimReference(String namespace, String name, String uid) {
    public static ClaimReference to(PersistentVolumeClaim claim) {
        return new ClaimReference(
                claim.meta().namespace(), claim.meta().name(), claim.meta().uid());
    }

    /// The JSON of `spec.claimRef`.
    ///
    /// @param resourceVersion the resource version of the claim at the time of the reference
    public Json.Obj written(String resourceVersion) {
        return Json.Obj.EMPTY
                .with("kind", "PersistentVolumeClaim")
                .with("apiVersion", "v1")
                .with("namespace", namespace)
                .with("name", name)
                .with("uid", uid)
                .with("resourceVersion", resourceVersion);
    }

    /// Whether this is a reference to the claim.
    public boolean means(PersistentVolumeClaim claim) {
        return name.equals(claim.meta().name())
                && namespace.equals(claim.meta().namespace())
                && (uid.isEmpty() || uid.equals(claim.meta().uid()));
    }
}
