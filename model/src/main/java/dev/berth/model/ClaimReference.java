package dev.berth.model;

/// Which claim a volume is bound to or kept for; without a UID it is whichever has the name.
public record ClaimReference(String namespace, String name, String uid) {
    public static ClaimReference to(PersistentVolumeClaim claim) {
        return new ClaimReference(
                claim.meta().namespace(), claim.meta().name(), claim.meta().uid());
    }

    /// Whether it means this claim.
    public boolean means(PersistentVolumeClaim claim) {
        return name.equals(claim.meta().name())
                && namespace.equals(claim.meta().namespace())
                && (uid.isEmpty() || uid.equals(claim.meta().uid()));
    }
}
