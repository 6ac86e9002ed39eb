package dev.berth.spi;

/// What could still help a rejected pod; the codes are kube-scheduler's names for it.
public enum Hope {
    /// Evicting other pods might.
    PREEMPTION("Unschedulable"),
    /// Nothing the scheduler can do.
    NONE("UnschedulableAndUnresolvable"),
    /// An event that is already expected: once it comes the pod skips its backoff.
    EVENT("Pending");

    private final String code;

    Hope(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
