package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.port.Log;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.queue.UpdateEvents;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.state.StateChange;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.Optional;

/// Applies what the API server reports to the state, and passes the changes to the queue
/// (kube-scheduler: `eventhandlers.go`).
///
/// "Before" is what the state holds, not what the sender assumes. So messages may be merged,
/// repeated, or lost and made up for by a later list.
final class EventHandlers {
    private static final String REMOVED = "removed";
    private static final String NODE = "node";
    private static final String POD = "pod";
    private static final String ASSIGNED_UPDATE = "AssignedPodUpdate";
    private static final String UNSCHEDULABLE_UPDATE = "UnschedulablePodUpdate";
    private static final String UNSCHEDULABLE_DELETE = "UnschedulablePodDelete";

    private final EngineServices services;
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final ClusterEvents events;
    private final Profiles profiles;
    private final Binder binder;
    private final StatusWriter statuses;
    private final ObjectWaiters awaiting;
    private final Log log;

    EventHandlers(EngineWiring engine) {
        this.services = engine.services();
        this.state = engine.state();
        this.queue = engine.queue();
        this.events = engine.events();
        this.profiles = engine.profiles();
        this.binder = engine.binder();
        this.statuses = engine.statuses();
        this.awaiting = engine.awaiting();
        this.log = services.log().of(EventHandlers.class);
    }

    private long now() {
        return services.timers().nowNanos();
    }

    void nodeSeen(Node node) {
        Optional<Node> before = state.put(node).before();
        if (before.isEmpty()) {
            note(3, "Add event for node", NODE, node);
            events.move(ClusterEvent.NODE_ADD, ObjectChange.added(node));
            events.handled(ClusterEvent.NODE_ADD);
        } else {
            note(4, "Update event for node", NODE, node);
            for (ClusterEvent event : UpdateEvents.ofNode(before.get(), node)) {
                events.move(event, ObjectChange.updated(before.get(), node));
                events.handled(event);
            }
        }
        awaiting.changed(Kind.NODE, node.name());
    }

    void nodeGone(String name) {
        state.nodes()
                .node(name)
                .ifPresent(node -> {
                    note(3, "Delete event for node", NODE, node);
                    events.move(ClusterEvent.NODE_DELETE, ObjectChange.removed(node));
                    state.removeNode(name);
                    awaiting.changed(Kind.NODE, name);
                    events.handled(ClusterEvent.NODE_DELETE);
                });
    }

    void podSeen(Pod pod) {
        // The pod was deleted and created again under its name between two watches: the old one
        // goes first.
        state.uidOf(pod.key()).filter(uid -> !uid.equals(pod.uid())).ifPresent(this::podGone);
        if (pod.status().finished()) {
            podGone(pod.uid());
            return;
        }
        Optional<PodEntry> known = state.pod(pod.uid());
        if (known.isPresent() && known.get().seen().equals(pod)) {
            return;
        }
        if (pod.assigned()) {
            assignedSeen(pod, known);
        } else {
            pendingSeen(pod, known);
        }
        awaiting.changed(Kind.POD, pod.key());
    }

    private void assignedSeen(Pod pod, Optional<PodEntry> known) {
        statuses.forget(pod.uid());
        boolean wasAssigned = known.isPresent() && known.get().seen().assigned();
        if (wasAssigned) {
            Pod before = known.get().seen();
            note(4, "Update event for scheduled pod", POD, before);
            events.nominationsEnded(state.place(pod));
            for (ClusterEvent event : UpdateEvents.ofPod(before, pod)) {
                events.move(event, ObjectChange.updated(before, pod));
            }
            events.handled(ASSIGNED_UPDATE);
            return;
        }
        note(3, "Add event for scheduled pod", POD, pod);
        events.nominationsEnded(state.place(pod));
        events.forget(pod.uid());
        queue.delete(pod.uid());
        events.move(ClusterEvent.ASSIGNED_POD_ADD, ObjectChange.added(pod));
        events.handled(ClusterEvent.ASSIGNED_POD_ADD);
    }

    private void pendingSeen(Pod pod, Optional<PodEntry> known) {
        statuses.seen(pod);
        if (known.isEmpty()) {
            state.see(pod);
            if (profiles.answersFor(pod)) {
                note(3, "Add event for unscheduled pod", POD, pod);
                // Parity: Add nominates the pod only if it is not gated.
                if (!queue.add(pod, now())) {
                    nominate(pod);
                }
                events.handled(ClusterEvent.UNSCHEDULABLE_POD_ADD);
            }
            return;
        }
        PodEntry entry = known.get();
        Pod before = entry.seen();
        if (before.assigned()) {
            // Kubernetes never clears nodeName. The state follows the API server all the same.
            Optional<Pod> charged = state.displace(pod.uid()).before();
            state.see(pod);
            charged.ifPresent(gone ->
                    events.move(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(gone)));
            if (profiles.answersFor(pod)) {
                queue.add(pod, now());
            }
            return;
        }
        state.see(pod);
        if (entry.assumed()) {
            if (pod.terminating() && !before.terminating()) {
                assumedGone(entry);
            }
            return;
        }
        if (profiles.answersFor(pod)) {
            note(4, "Update event for unscheduled pod", POD, pod);
            queue.update(before, pod, UpdateEvents.ofPod(before, pod), now());
            updateNomination(before, pod);
            events.handled(UNSCHEDULABLE_UPDATE);
        }
    }

    /// A pod that is being deleted will not run, so it is nominated to no node.
    private void nominate(Pod pod) {
        // The last patch is newer than the status that the API server shows.
        String node = pod.terminating() ? "" : statuses.nominated(pod);
        events.nominationsEnded(state.nominate(pod.uid(), node));
    }

    private void updateNomination(Pod before, Pod after) {
        String had = before.status().nominatedNodeName();
        String has = after.status().nominatedNodeName();
        // Both empty: a nomination may not have reached the API server yet, so it stays.
        if (had.isEmpty() && has.isEmpty() && !after.terminating()) {
            return;
        }
        boolean known = events.endIsKnown(before, state);
        nominate(after);
        if (!had.isEmpty() && !had.equals(has) && !known) {
            events.nominationEnded(before);
        }
    }

    void podGone(String uid) {
        Optional<PodEntry> known = state.pod(uid);
        if (known.isEmpty()) {
            return;
        }
        Pod seen = known.get().seen();
        boolean nominated =
                !seen.status().nominatedNodeName().isEmpty()
                        && known.get().charged().isEmpty()
                        && profiles.answersFor(seen)
                        && !events.endIsKnown(seen, state);
        queue.delete(uid);
        statuses.forget(uid);
        StateChange<Pod> change = state.removePod(uid);
        events.nominationsEnded(change);
        Optional<Pod> charged = change.before();
        events.forget(uid);
        // A pod that waits on Permit is rejected here. A bind in progress will fail.
        binder.waiting().reject(uid, "", REMOVED);
        charged.ifPresent(
                pod -> events.move(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(pod)));
        if (nominated) {
            events.nominationEnded(seen);
        }
        if (seen.assigned()) {
            note(3, "Delete event for scheduled pod", POD, seen);
            events.handled(ClusterEvent.ASSIGNED_POD_DELETE);
        } else if (profiles.answersFor(seen)) {
            note(3, "Delete event for unscheduled pod", POD, seen);
            events.handled(UNSCHEDULABLE_DELETE);
        }
        awaiting.changed(Kind.POD, seen.key());
    }

    /// An assumed pod is being deleted before its binding has ended: its capacity is free.
    private void assumedGone(PodEntry entry) {
        Optional<Pod> charged = entry.charged();
        if (!binder.waiting().reject(entry.uid(), "", REMOVED)) {
            state.forget(entry.uid());
        }
        charged.ifPresent(
                pod -> events.move(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(pod)));
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

    private void note(int verbosity, String message, String key, KubeObject object) {
        if (log.enabled(verbosity)) {
            log.info(verbosity, message, key, object);
        }
    }
}
