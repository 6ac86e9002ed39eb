package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.port.Log;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.Backoff;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.queue.UpdateEvents;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.state.StateChange;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Applies what the API server reports about pods to the state, and passes the changes to the
/// queue.
final class PodEventHandlers {
    private static final String REMOVED = "removed";
    private static final String ASSIGNED_UPDATE = "AssignedPodUpdate";
    private static final String UNSCHEDULABLE_UPDATE = "UnscheduledPodUpdate";
    private static final String UNSCHEDULABLE_DELETE = "UnscheduledPodDelete";

    private final EngineServices services;
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final ClusterEvents events;
    private final Profiles profiles;
    private final Binder binder;
    private final StatusWriter statuses;
    private final Log log;

    PodEventHandlers(
            EngineServices services,
            ClusterState state,
            SchedulingQueue queue,
            ClusterEvents events,
            Profiles profiles,
            Binder binder,
            StatusWriter statuses) {
        this.services = services;
        this.state = state;
        this.queue = queue;
        this.events = events;
        this.profiles = profiles;
        this.binder = binder;
        this.statuses = statuses;
        // The log shows all handlers under one name.
        this.log = services.log().of(EventHandlers.class);
    }

    private long now() {
        return services.timers().nowNanos();
    }

    /// The API server reports a pod that has not finished. Returns whether that is news.
    boolean seen(Pod pod) {
        Optional<PodEntry> known = state.pod(pod.uid());
        if (known.isPresent() && known.get().seen().equals(pod)) {
            return false;
        }
        if (pod.assigned()) {
            assignedSeen(pod, known);
        } else {
            pendingSeen(pod, known);
        }
        return true;
    }

    private void assignedSeen(Pod pod, Optional<PodEntry> known) {
        statuses.podEnded(pod.uid());
        boolean wasAssigned = known.isPresent() && known.get().seen().assigned();
        if (wasAssigned) {
            Pod before = known.get().seen();
            log.info(4, "Update event for scheduled pod", before);
            events.nominationsEnded(state.place(pod));
            events.assignedPodUpdated(before, pod, ASSIGNED_UPDATE);
            return;
        }
        log.info(3, "Add event for scheduled pod", pod);
        events.nominationsEnded(state.place(pod));
        events.podEnded(pod.uid());
        queue.delete(pod.uid());
        events.move(ClusterEvent.ASSIGNED_POD_ADD, ObjectChange.added(pod));
        events.handled(ClusterEvent.ASSIGNED_POD_ADD);
    }

    private void pendingSeen(Pod pod, Optional<PodEntry> known) {
        statuses.seen(pod);
        if (known.isEmpty()) {
            state.addOrUpdatePod(pod);
            if (profiles.isResponsibleFor(pod)) {
                log.info(3, "Add event for unscheduled pod", pod);
                // Parity: Add nominates the pod even if it is gated.
                nominate(pod);
                queue.add(pod, now());
                events.handled(ClusterEvent.UNSCHEDULED_POD_ADD);
            }
            return;
        }
        PodEntry entry = known.get();
        Pod before = entry.seen();
        if (before.assigned()) {
            // Kubernetes never clears nodeName. The state follows the API server all the same.
            Optional<Pod> charged = state.displace(pod.uid()).before();
            state.addOrUpdatePod(pod);
            charged.ifPresent(gone ->
                    events.move(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(gone)));
            if (profiles.isResponsibleFor(pod)) {
                queue.add(pod, now());
            }
            return;
        }
        state.addOrUpdatePod(pod);
        if (entry.assumed()) {
            if (pod.terminating() && !before.terminating()) {
                assumedGone(entry);
            }
            return;
        }
        if (profiles.isResponsibleFor(pod)) {
            log.info(4, "Update event for unscheduled pod", pod);
            List<ClusterEvent> changes = UpdateEvents.ofPod(before, pod);
            queue.update(before, pod, changes, now());
            updateNomination(before, pod);
            events.pendingPodUpdated(changes, UNSCHEDULABLE_UPDATE);
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

    /// Other profiles are in force: pending pods are evaluated again, pods of added profiles enter
    /// the queue, and pods without a profile leave it. Returns the pods in the queue.
    List<Pod> profilesChanged(Backoff backoff) {
        for (Pod pod : queue.reload(backoff, now())) {
            events.nominationsEnded(state.nominate(pod.uid(), ""));
        }
        var pending = new ArrayList<Pod>();
        for (PodEntry entry : state.pods()) {
            Pod pod = entry.seen();
            if (pod.assigned() || entry.assumed() || !profiles.isResponsibleFor(pod)) {
                continue;
            }
            pending.add(pod);
            if (queue.find(pod.uid()) == null) {
                nominate(pod);
                queue.add(pod, now());
            }
        }
        return pending;
    }

    /// The pod does not exist or has finished. Returns it, if it was known.
    Optional<Pod> gone(String uid) {
        Optional<PodEntry> known = state.pod(uid);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        Pod seen = known.get().seen();
        boolean nominated =
                !seen.status().nominatedNodeName().isEmpty()
                        && known.get().charged().isEmpty()
                        && profiles.isResponsibleFor(seen)
                        && !events.endIsKnown(seen, state);
        queue.delete(uid);
        statuses.podEnded(uid);
        StateChange<Pod> change = state.removePod(uid);
        events.nominationsEnded(change);
        Optional<Pod> charged = change.before();
        events.podEnded(uid);
        // A pod that waits on Permit is rejected here. A bind in progress will fail.
        binder.waiting().reject(uid, "", REMOVED);
        charged.ifPresent(
                pod -> events.move(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(pod)));
        if (nominated) {
            events.nominationEnded(seen);
        }
        if (seen.assigned()) {
            log.info(3, "Delete event for scheduled pod", seen);
            events.handled(ClusterEvent.ASSIGNED_POD_DELETE);
        } else if (profiles.isResponsibleFor(seen)) {
            log.info(3, "Delete event for unscheduled pod", seen);
            events.handled(UNSCHEDULABLE_DELETE);
        }
        return Optional.of(seen);
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
}
