package dev.berth.engine.loop;

import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.binding.WaitingPodsMap;
import dev.berth.engine.port.Log;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.queue.UpdateEvents;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// Takes in what the API server tells: brings the state up to date, then tells the queue what
/// changed.
///
/// "Before" is what our state holds, never what the sender thinks; so messages may be merged,
/// repeated or lost and made up for by a later list.
final class EventHandlers {
    private static final String REMOVED = "removed";
    private static final String NODE = "node";
    private static final String POD = "pod";
    private static final String ASSIGNED_UPDATE = "AssignedPodUpdate";
    private static final String UNSCHEDULABLE_UPDATE = "UnschedulablePodUpdate";
    private static final String UNSCHEDULABLE_DELETE = "UnschedulablePodDelete";
    private static final Set<String> KNOWN =
            Set.of(
                    ClusterEvent.PERSISTENT_VOLUME,
                    ClusterEvent.PERSISTENT_VOLUME_CLAIM,
                    ClusterEvent.CSI_NODE,
                    ClusterEvent.CSI_DRIVER,
                    ClusterEvent.VOLUME_ATTACHMENT,
                    ClusterEvent.CSI_STORAGE_CAPACITY,
                    ClusterEvent.STORAGE_CLASS,
                    ClusterEvent.RESOURCE_CLAIM,
                    ClusterEvent.RESOURCE_SLICE,
                    ClusterEvent.DEVICE_CLASS,
                    ClusterEvent.POD_GROUP);

    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Profiles profiles;
    private final WaitingPodsMap waiting;
    private final StatusWriter statuses;
    private final ObjectWaiters awaiting;
    private final PluginTimes times;
    private final Log log;
    private final LongSupplier now;

    /// Promises that were taken back here while the server still shows them, by pod: their room was
    /// told of then and need not be told of again.
    private final Map<String, String> released = new HashMap<>();

    EventHandlers(
            ClusterState state,
            SchedulingQueue queue,
            Profiles profiles,
            WaitingPodsMap waiting,
            StatusWriter statuses,
            ObjectWaiters awaiting,
            PluginTimes times,
            Log log,
            LongSupplier now) {
        this.state = state;
        this.queue = queue;
        this.profiles = profiles;
        this.waiting = waiting;
        this.statuses = statuses;
        this.awaiting = awaiting;
        this.times = times;
        this.log = log.of(EventHandlers.class);
        this.now = now;
        state.nominations()
                .onRelease((uid, node) ->
                        state.pod(uid).ifPresent(entry -> nominationReleased(entry.seen(), node)));
        state.onAssumed(
                change -> report(change.after().orElseThrow().kind(), ClusterEvent.UPDATE, change));
    }

    void nodeSeen(Node node) {
        Optional<Node> before = state.put(node);
        if (before.isEmpty()) {
            note(3, "Add event for node", NODE, node);
            report(ClusterEvent.NODE_ADD, ObjectChange.added(node));
            tookIn(ClusterEvent.NODE_ADD);
        } else {
            note(4, "Update event for node", NODE, node);
            for (ClusterEvent event : UpdateEvents.ofNode(before.get(), node)) {
                report(event, ObjectChange.updated(before.get(), node));
                tookIn(event);
            }
        }
        awaiting.changed(Kind.NODE, node.name());
    }

    void nodeGone(String name) {
        state.nodes()
                .node(name)
                .ifPresent(node -> {
                    note(3, "Delete event for node", NODE, node);
                    report(ClusterEvent.NODE_DELETE, ObjectChange.removed(node));
                    state.removeNode(name);
                    awaiting.changed(Kind.NODE, name);
                    tookIn(ClusterEvent.NODE_DELETE);
                });
    }

    void podSeen(Pod pod) {
        // A pod that was deleted and made again under its name while nobody watched: the old one
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
            state.place(pod);
            for (ClusterEvent event : UpdateEvents.ofPod(before, pod)) {
                report(event, ObjectChange.updated(before, pod));
            }
            tookIn(ASSIGNED_UPDATE);
            return;
        }
        note(3, "Add event for scheduled pod", POD, pod);
        state.place(pod);
        released.remove(pod.uid());
        queue.delete(pod.uid());
        report(ClusterEvent.ASSIGNED_POD_ADD, ObjectChange.added(pod));
        tookIn(ClusterEvent.ASSIGNED_POD_ADD);
    }

    private void pendingSeen(Pod pod, Optional<PodEntry> known) {
        statuses.seen(pod);
        if (known.isEmpty()) {
            state.see(pod);
            if (profiles.answersFor(pod)) {
                note(3, "Add event for unscheduled pod", POD, pod);
                queue.add(pod, now.getAsLong());
                nominateUnlessGated(pod);
                tookIn(ClusterEvent.UNSCHEDULABLE_POD_ADD);
            }
            return;
        }
        PodEntry entry = known.get();
        Pod before = entry.seen();
        if (before.assigned()) {
            // Kubernetes never takes a pod off its node; whoever says so is right all the same.
            Optional<Pod> charged = state.displace(pod.uid());
            state.see(pod);
            charged.ifPresent(
                    gone -> report(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(gone)));
            if (profiles.answersFor(pod)) {
                queue.add(pod, now.getAsLong());
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
            queue.update(before, pod, UpdateEvents.ofPod(before, pod), now.getAsLong());
            updateNomination(before, pod);
            tookIn(UNSCHEDULABLE_UPDATE);
        }
    }

    // Parity: a gated pod is promised nothing until it is let in or changes.
    private void nominateUnlessGated(Pod pod) {
        QueuedPod queued = queue.find(pod.uid());
        if (queued != null && !queued.gated()) {
            nominate(pod);
        }
    }

    /// A pod on its way out will not run: whatever it was promised is for others.
    private void nominate(Pod pod) {
        // What we asked for last is newer than what the server shows until that shows it.
        String node = pod.terminating() ? "" : statuses.nominated(pod);
        state.nominations().put(pod.uid(), node);
    }

    private void updateNomination(Pod before, Pod after) {
        String had = before.status().nominatedNodeName();
        String has = after.status().nominatedNodeName();
        // Both empty: our own promise may still be on its way to the server, so it stands.
        if (had.isEmpty() && has.isEmpty() && !after.terminating()) {
            return;
        }
        boolean delivered = reported(before);
        nominate(after);
        if (!had.isEmpty() && !had.equals(has) && !delivered) {
            capacityReleased(before);
        }
    }

    /// Whether the end of the promise in the pod's status is told of without us: because it is
    /// known here and falls away, or fell away before.
    private boolean reported(Pod pod) {
        String shown = pod.status().nominatedNodeName();
        boolean known = state.nominations().nodeOf(pod.uid()).equals(shown);
        return shown.equals(released.remove(pod.uid())) || known;
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
                        && !reported(seen);
        queue.delete(uid);
        statuses.forget(uid);
        Optional<Pod> charged = state.removePod(uid);
        released.remove(uid);
        // A pod that waits on permit ends its wait here; one that is being bound will fail and find
        // itself gone.
        waiting.reject(uid, "", REMOVED);
        charged.ifPresent(
                pod -> report(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(pod)));
        if (nominated) {
            capacityReleased(seen);
        }
        if (seen.assigned()) {
            note(3, "Delete event for scheduled pod", POD, seen);
            tookIn(ClusterEvent.ASSIGNED_POD_DELETE);
        } else if (profiles.answersFor(seen)) {
            note(3, "Delete event for unscheduled pod", POD, seen);
            tookIn(UNSCHEDULABLE_DELETE);
        }
        awaiting.changed(Kind.POD, seen.key());
    }

    /// A pod we placed goes away before its binding ended: nobody waits for it, and its room is
    /// free.
    private void assumedGone(PodEntry entry) {
        Optional<Pod> charged = entry.charged();
        if (!waiting.reject(entry.uid(), "", REMOVED)) {
            state.forget(entry.uid());
        }
        charged.ifPresent(
                pod -> report(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(pod)));
    }

    private void nominationReleased(Pod pod, String node) {
        if (pod.status().nominatedNodeName().equals(node)) {
            released.put(pod.uid(), node);
        }
        capacityReleased(pod.withNominatedNode(node));
    }

    /// A promise fell away: pods that may use the room are those of no higher priority.
    private void capacityReleased(Pod nominated) {
        queue.moveAll(
                ClusterEvent.ASSIGNED_POD_DELETE,
                ObjectChange.removed(nominated),
                pod -> pod.spec().priority() <= nominated.spec().priority(),
                now.getAsLong());
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
            report(object.kind(), ClusterEvent.ADD, ObjectChange.added(object));
        } else if (!confirms) {
            report(object.kind(), ClusterEvent.UPDATE, ObjectChange.updated(known.get(), object));
        }
        awaiting.changed(object.kind(), object.key());
    }

    void objectGone(Kind kind, String key, String uid) {
        state.removeObject(kind, key, uid)
                .ifPresent(gone -> {
                    report(kind, ClusterEvent.DELETE, ObjectChange.removed(gone));
                    awaiting.changed(kind, key);
                });
    }

    private void report(ClusterEvent event, ObjectChange change) {
        queue.moveAll(event, change, now.getAsLong());
    }

    // Parity: of other kinds than pods and nodes the queue hears only if some plugin names them.
    private void report(Kind kind, int action, ObjectChange change) {
        ClusterEvent event = ClusterEvent.of(resource(kind), action);
        if (profiles.anyProfileNames(event)) {
            report(event, change);
            tookIn(event);
        }
    }

    private void note(int verbosity, String message, String key, KubeObject object) {
        if (log.enabled(verbosity)) {
            log.info(verbosity, message, key, object);
        }
    }

    private void tookIn(ClusterEvent event) {
        tookIn(event.label());
    }

    /// An event was dealt with since the last one was, or since the turn began.
    private void tookIn(String event) {
        if (times.measured()) {
            times.meter().tookIn(event, times.elapsedSinceMark());
        }
    }

    /// A kind as plugins register for it: those that kube-scheduler knows by group and name, all
    /// others by `plural.version.group`.
    private static String resource(Kind kind) {
        String name = kind.group().isEmpty() ? kind.name() : kind.group() + "/" + kind.name();
        return KNOWN.contains(name)
                ? name
                : kind.plural() + "." + kind.version() + "." + kind.group();
    }
}
