package dev.berth.engine.queue;

/// Where a pending pod is; the labels are those of the metrics.
public enum QueueName {
    NOWHERE("none"),
    ACTIVE("active"),
    BACKOFF("backoff"),
    ERROR_BACKOFF("backoff"),
    /// Parked or gated.
    UNSCHEDULABLE("unschedulable"),
    /// Taken from the queue; its attempt has not ended.
    IN_FLIGHT("inflight");

    private final String label;

    QueueName(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /// As logs call it.
    public String title() {
        return Character.toUpperCase(label.charAt(0)) + label.substring(1);
    }
}
