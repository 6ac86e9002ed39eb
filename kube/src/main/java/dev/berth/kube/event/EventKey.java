package dev.berth.kube.event;

import dev.berth.kubeclient.wire.EventBody;
import dev.berth.kubeclient.wire.ObjectReference;

import java.util.Optional;

/// What makes an event the repetition of another. What it says is not part of it, and the version
/// of the object is: after a pod has changed, its events start anew.
record EventKey(
        String type,
        String action,
        String reason,
        String controller,
        String instance,
        ObjectReference regarding,
        Optional<ObjectReference> related) {
    static EventKey of(EventBody event) {
        return new EventKey(
                event.type(),
                event.action(),
                event.reason(),
                event.controller(),
                event.instance(),
                event.regarding(),
                event.related());
    }
}
