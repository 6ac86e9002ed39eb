package dev.berth.engine.loop;

import dev.berth.engine.port.Log;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.UpdateEvents;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.RawObjects;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.Optional;

/// Applies what the API server reports to the state, and passes the changes to the queue
/// (kube-scheduler: `eventhandlers.go`).
///
/// "Before" is the object in the state, not what the sender assumes. So messages can be merged or
/// repeated, and a later list makes up for lost ones.
final class EventHandlers {
    private final ClusterState state;
    private final RawObjects rawObjects;
    private final ClusterEvents events;
    private final PodEventHandlers pods;
    private final ObjectWaiters awaiting;
    private final ConfigurationReload reload;
    private final DuplicateUids duplicates;
    private final Log log;

    EventHandlers(
            ClusterState state,
            RawObjects rawObjects,
            ClusterEvents events,
            PodEventHandlers pods,
            ObjectWaiters awaiting,
            ConfigurationReload reload,
            Log log) {
        this.state = state;
        this.rawObjects = rawObjects;
        this.events = events;
        this.pods = pods;
        this.awaiting = awaiting;
        this.reload = reload;
        this.log = log.of(EventHandlers.class);
        this.duplicates = new DuplicateUids(state, this.log);
    }

    void nodeSeen(Node node, Optional<Json.Obj> whole) {
        rawObjects.seen(node, whole);
        Optional<Node> before = state.put(node).before();
        if (before.isEmpty()) {
            log(3, "Add event for node", node);
            events.move(ClusterEvent.NODE_ADD, ObjectChange.added(node));
            events.handled(ClusterEvent.NODE_ADD);
        } else {
            log(4, "Update event for node", node);
            for (ClusterEvent event : UpdateEvents.ofNode(before.get(), node)) {
                events.move(event, ObjectChange.updated(before.get(), node));
                events.handled(event);
            }
        }
        awaiting.changed(Kind.NODE, node.name());
    }

    void nodeGone(String name) {
        rawObjects.nodeGone(name);
        state.nodes()
                .node(name)
                .ifPresent(node -> {
                    log(3, "Delete event for node", node);
                    events.move(ClusterEvent.NODE_DELETE, ObjectChange.removed(node));
                    state.removeNode(name);
                    awaiting.changed(Kind.NODE, name);
                    events.handled(ClusterEvent.NODE_DELETE);
                });
    }

    void podSeen(Pod reported, Optional<Json.Obj> whole) {
        Optional<Pod> resolved = duplicates.resolve(reported);
        if (resolved.isEmpty()) {
            return;
        }
        Pod pod = resolved.get();
        rawObjects.seen(pod, whole);
        // The pod was deleted and created again under its name between two watches: the old one
        // goes first.
        if (state.pod(pod.uid()).isEmpty()) {
            state.uidOf(pod).ifPresent(this::removePod);
        }
        if (pod.status().finished()) {
            removePod(pod.uid());
        } else if (pods.seen(pod)) {
            awaiting.changed(pod);
        }
    }

    /// @param key the name of the pod, as `namespace/name`; empty if it is not known
    void podGone(String uid, String key) {
        String known = duplicates.remove(uid, key);
        rawObjects.podGone(known);
        removePod(known);
    }

    private void removePod(String uid) {
        pods.gone(uid).ifPresent(awaiting::changed);
        duplicates.next(uid).ifPresent(pod -> podSeen(pod, Optional.empty()));
    }

    void objectSeen(KubeObject object) {
        Optional<KubeObject> known = state.find(object.kind(), object.key());
        if (known.isPresent() && known.get().equals(object)) {
            return;
        }
        if (known.isPresent() && !known.get().meta().uid().equals(object.meta().uid())) {
            objectGone(object.kind(), object.key(), known.get().meta().uid());
            known = Optional.empty();
        }
        boolean confirms = state.confirms(object);
        state.put(object);
        if (known.isEmpty()) {
            events.move(object.kind(), ClusterEvent.ADD, ObjectChange.added(object));
        } else if (!confirms) {
            events.move(
                    object.kind(), ClusterEvent.UPDATE, ObjectChange.updated(known.get(), object));
        }
        awaiting.changed(object.kind(), object.key());
    }

    void objectGone(Kind kind, String key, String uid) {
        state.removeObject(kind, key, uid)
                .before()
                .ifPresent(gone -> {
                    events.move(kind, ClusterEvent.DELETE, ObjectChange.removed(gone));
                    awaiting.changed(kind, key);
                });
    }

    /// All objects of a kind have been reported.
    void listed(Kind kind) {
        state.listed(kind);
    }

    /// The objects of a kind are not known.
    void unlisted(Kind kind, String why) {
        state.unlisted(kind, why);
    }

    /// Another configuration comes into force.
    void configurationChanged(long ticket) {
        reload.handle(ticket);
    }

    /// Requeues pods for objects that plugins have assumed since the last call.
    void objectsAssumed() {
        events.objectsAssumed(state);
    }

    /// Informs observers again that have failed.
    void repairObservers(long nowNanos) {
        state.repairObservers(nowNanos);
    }

    private void log(int verbosity, String message, Node node) {
        if (log.enabled(verbosity)) {
            log.info(verbosity, message, "node", node);
        }
    }
}
