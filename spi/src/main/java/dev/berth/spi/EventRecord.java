package dev.berth.spi;

import dev.berth.model.KubeObject;

import java.util.Optional;

/// An event for the people who look at an object.
///
/// @param related another object that has to do with it, such as the pod that preempts
public record EventRecord(
        KubeObject regarding,
        boolean warning,
        String reason,
        String action,
        String note,
        Optional<KubeObject> related) {
    /// An event that concerns one object.
    public EventRecord(
            KubeObject regarding, boolean warning, String reason, String action, String note) {
        this(regarding, warning, reason, action, note, Optional.empty());
    }
}
