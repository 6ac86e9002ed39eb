package dev.berth.spi;

/// What could still help a rejected pod; the codes are kube-scheduler's names for it.
public enum RejectCode {
    /// Evicting other pods might.
    UNSCHEDULABLE("Unschedulable"),
    /// Nothing the scheduler can do.
    UNSCHEDULABLE_AND_UNRESOLVABLE("UnschedulableAndUnresolvable"),
    /// An event that is already expected: once it comes the pod skips its backoff.
    PENDING("Pending");

    private final String label;

    RejectCode(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
