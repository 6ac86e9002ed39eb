package dev.berth.answers;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The scheduling states of pending pods, in the order in which they are shown.
public enum QueueState {
    ACTIVE("active", "Scheduled next, in this order.", "No pods are active."),
    BACKOFF("backoff", "Retried when their backoff ends.", "No pods are in backoff."),
    UNSCHEDULABLE(
            "unschedulable",
            "Retried when an event may make them schedulable.",
            "No pods are unschedulable."),
    GATED("gated", "Not scheduled until their gates are removed.", "No pods are gated."),
    WAITING(
            "waiting",
            "Assumed on a node until all Permit plugins allow the binding.",
            "No pods are waiting for Permit plugins."),
    BINDING(
            "binding",
            "Assumed on a node while the binding is written to the API server.",
            "No pods are being bound.");

    private final String label;
    private final String description;
    private final String empty;

    QueueState(String label, String description, String empty) {
        this.label = label;
        this.description = description;
        this.empty = empty;
    }

    /// As it stands in answers.
    public String label() {
        return label;
    }

    /// What happens to pods in this state.
    public String description() {
        return description;
    }

    /// What to say if there are none.
    public String empty() {
        return empty;
    }

    public static List<String> labels() {
        return Stream.of(values()).map(QueueState::label).toList();
    }

    public static Optional<QueueState> of(String label) {
        return Stream.of(values()).filter(state -> state.label.equals(label)).findFirst();
    }
}
