package dev.berth.kube.event;

import dev.berth.kube.wire.EventBody;
import dev.berth.kube.wire.Reference;

import java.util.Optional;

/// What makes an event the repetition of another. What it says is not part of it, and the version
/// of the object is: after a pod has changed, its events start anew.
record Topic(
        String type,
        String action,
        String reason,
        String controller,
        String instance,
        Reference regarding,
        Optional<Reference> related) {
    static Topic of(EventBody event) {
        return new Topic(
                event.type(),
                event.action(),
                event.reason(),
                event.controller(),
                event.instance(),
                event.regarding(),
                event.related());
    }
}
