package dev.berth.engine.queue;

/// The queue that a pending pod is in; the labels are those of the metrics.
public enum QueueName {
    NONE("none"),
    ACTIVE("active"),
    BACKOFF("backoff"),
    ERROR_BACKOFF("backoff"),
    /// Unschedulable or gated.
    UNSCHEDULABLE("unschedulable"),
    /// Popped; its attempt has not ended.
    IN_FLIGHT("inflight");

    private final String label;

    QueueName(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /// The name in logs.
    public String title() {
        return Character.toUpperCase(label.charAt(0)) + label.substring(1);
    }
}
