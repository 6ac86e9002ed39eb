package dev.berth.engine.view;

/// Where a pod stands with the scheduler.
public enum Lane {
    ACTIVE("active"),
    BACKOFF("backoff"),
    /// Parked until an event helps.
    UNSCHEDULABLE("unschedulable"),
    /// A plugin keeps it from being tried.
    GATED("gated"),
    /// Its attempt has begun and not ended: extenders are asked.
    IN_FLIGHT("inflight"),
    /// It has a node, and permit plugins hold it.
    WAITING("waiting"),
    BINDING("binding"),
    /// On its node.
    BOUND("bound"),
    /// Without a node, and being deleted.
    DELETING("deleting"),
    /// Another scheduler's.
    FOREIGN("foreign");

    private final String label;

    Lane(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
