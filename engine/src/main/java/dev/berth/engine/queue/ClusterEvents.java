package dev.berth.engine.queue;

import dev.berth.engine.profile.EventResources;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.StateChange;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// Turns changes of the cluster state into events, and requeues the pods that an event may help.
public final class ClusterEvents {
    private final SchedulingQueue queue;
    private final Profiles profiles;
    private final PluginTimes times;
    private final LongSupplier now;

    /// Nominations that ended here while the API server still shows them, by pod UID: pods have
    /// been requeued for them.
    private final Map<String, String> ended = new HashMap<>();

    public ClusterEvents(
            SchedulingQueue queue, Profiles profiles, PluginTimes times, LongSupplier now) {
        this.queue = queue;
        this.profiles = profiles;
        this.times = times;
        this.now = now;
    }

    /// Requeues the pods that nominations (`status.nominatedNodeName`) blocked, after a change has
    /// cleared these nominations.
    public void nominationsEnded(StateChange<?> change) {
        for (StateChange.EndedNomination each : change.endedNominations()) {
            Pod pod = each.pod();
            if (pod.status().nominatedNodeName().equals(each.node())) {
                ended.put(pod.uid(), each.node());
            }
            nominationEnded(pod.withNominatedNode(each.node()));
        }
    }

    /// Requeues pods because a nomination, which the status of `nominated` shows, has ended.
    // Parity: the nominator's event reaches pods whose priority is not higher.
    public void nominationEnded(Pod nominated) {
        queue.moveAll(
                ClusterEvent.ASSIGNED_POD_DELETE,
                ObjectChange.removed(nominated),
                pod -> pod.spec().priority() <= nominated.spec().priority(),
                now.getAsLong());
    }

    /// Whether pods are or were requeued for the end of the nomination that the pod's status shows,
    /// because the state holds it or it ended here before.
    public boolean endIsKnown(Pod pod, ClusterState state) {
        String shown = pod.status().nominatedNodeName();
        boolean waiting = state.nominations().nodeOf(pod.uid()).equals(shown);
        return shown.equals(ended.remove(pod.uid())) || waiting;
    }

    /// The pod is bound or deleted.
    public void podEnded(String uid) {
        ended.remove(uid);
    }

    /// Requeues pods for objects that plugins have assumed.
    public void objectsAssumed(ClusterState state) {
        for (StateChange<KubeObject> change : state.takeAssumed()) {
            KubeObject after = change.after().orElseThrow();
            move(
                    after.kind(),
                    ClusterEvent.UPDATE,
                    ObjectChange.updated(change.before().orElseThrow(), after));
        }
    }

    public void move(ClusterEvent event, ObjectChange change) {
        queue.moveAll(event, change, now.getAsLong());
    }

    // Parity: addAllEventHandlers watches other kinds than pods and nodes only if a plugin names
    // them.
    public void move(Kind kind, int action, ObjectChange change) {
        ClusterEvent event = ClusterEvent.of(EventResources.of(kind), action);
        if (profiles.anyProfileNames(event)) {
            move(event, change);
            handled(event.label());
        }
    }

    public void handled(ClusterEvent event) {
        handled(event.label());
    }

    /// Records the time since the last event was handled, or since the loop iteration began.
    public void handled(String event) {
        record(event, elapsed());
    }

    /// Requeues pods for each change of an assigned pod, after the state has been updated.
    // Parity: updateAssignedPodInCache observes each event and the update as a whole; for a change
    // that is a plain update, both have the same label.
    public void assignedPodUpdated(Pod before, Pod after, String update) {
        long updating = elapsed();
        long total = updating;
        for (ClusterEvent event : UpdateEvents.ofPod(before, after)) {
            move(event, ObjectChange.updated(before, after));
            long moving = elapsed();
            record(event.label(), updating + moving);
            total += moving;
        }
        record(update, total);
    }

    /// A pending pod was updated, which consists of these changes.
    // Parity: updatePodInSchedulingQueue observes the same time for each.
    public void pendingPodUpdated(List<ClusterEvent> changes, String update) {
        long took = elapsed();
        record(update, took);
        for (ClusterEvent change : changes) {
            String label = ClusterEvent.of(ClusterEvent.UNSCHEDULED_POD, change.actions()).label();
            if (!label.equals(update)) {
                record(label, took);
            }
        }
    }

    private long elapsed() {
        return times.measured() ? times.elapsedSinceMark() : 0;
    }

    private void record(String event, long nanos) {
        if (times.measured()) {
            times.meter().eventHandled(event, nanos);
        }
    }
}
