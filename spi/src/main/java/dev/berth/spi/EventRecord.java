package dev.berth.spi;

import dev.berth.model.KubeObject;

import java.util.Optional;

/// A Kubernetes event to record (`events.k8s.io/v1`).
///
/// @param regarding the object that the event is about
/// @param warning whether the type of the event is `Warning` instead of `Normal`
/// @param reason the machine-readable reason, such as `Preempted`
/// @param action the action of the scheduler, such as `Preempting`
/// @param note the text of the event
/// @param related a secondary object, such as the preemptor of a victim
public record EventRecord(
        KubeObject regarding,
        boolean warning,
        String reason,
        String action,
        String note,
        Optional<KubeObject> related) {
    /// An event without a secondary object.
    public EventRecord(
            KubeObject regarding, boolean warning, String reason, String action, String note) {
        this(regarding, warning, reason, action, note, Optional.empty());
    }
}
