package dev.berth.spi;

/// The status code of a rejection (kube-scheduler: `Code`). It determines whether preemption
/// considers the node, and whether the pod waits for its backoff.
public enum RejectCode {
    /// The node or pod is rejected, and the eviction of pods can change this: preemption considers
    /// the node.
    UNSCHEDULABLE("Unschedulable"),
    /// The node or pod is rejected, and the eviction of pods cannot change this: preemption skips
    /// the node.
    UNSCHEDULABLE_AND_UNRESOLVABLE("UnschedulableAndUnresolvable"),
    /// The pod waits for an event that the plugin expects. When the event occurs, the pod is
    /// requeued without backoff.
    PENDING("Pending");

    private final String label;

    RejectCode(String label) {
        this.label = label;
    }

    /// kube-scheduler's name of the code.
    public String label() {
        return label;
    }
}
