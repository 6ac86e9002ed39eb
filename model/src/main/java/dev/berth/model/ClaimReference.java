package dev.berth.model;

import dev.berth.model.json.Json;

/// Which claim a volume is bound to or kept for; without a UID it is whichever has the name.
public record ClaimReference(String namespace, String name, String uid) {
    public static ClaimReference to(PersistentVolumeClaim claim) {
        return new ClaimReference(
                claim.meta().namespace(), claim.meta().name(), claim.meta().uid());
    }

    /// As a volume's spec has it.
    ///
    /// @param resourceVersion that of the claim when it was referred to
    public Json.Obj written(String resourceVersion) {
        return Json.Obj.EMPTY
                .with("kind", "PersistentVolumeClaim")
                .with("apiVersion", "v1")
                .with("namespace", namespace)
                .with("name", name)
                .with("uid", uid)
                .with("resourceVersion", resourceVersion);
    }

    /// Whether it means this claim.
    public boolean means(PersistentVolumeClaim claim) {
        return name.equals(claim.meta().name())
                && namespace.equals(claim.meta().namespace())
                && (uid.isEmpty() || uid.equals(claim.meta().uid()));
    }
}
