package dev.berth.kube.event;

import dev.berth.kubeclient.wire.EventBody;
import dev.berth.kubeclient.wire.ObjectReference;

import java.util.Optional;

/// Identifies the events that form one series. The note of an event is not part of the key. The
/// resource version of the regarding object is: a change of a pod starts new series for its events.
///
/// client-go: `eventKey`.
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
