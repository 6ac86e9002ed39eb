package dev.berth.engine.queue;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.HintRunner;
import dev.berth.engine.profile.HintTable;
import dev.berth.engine.profile.Profile;
import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Unschedulable pods that were rejected by the same plugins, or are gated by the same plugin. An
/// event calls the same queueing hints for each of them.
final class RejectionGroup {
    /// With fewer pods, an index takes longer than the hints.
    private static final int MIN_INDEXED = 4;

    private final Reasons reasons;
    private final Meter meter;
    private final PodLinkedList pods = new PodLinkedList();
    private final Map<ClusterEvent, NeededLabels> neededLabels = new HashMap<>();
    private final Map<ClusterEvent, List<HintCall>> hintsByEvent = new HashMap<>();
    private @Nullable ClusterEvent lastEvent;
    private List<HintCall> lastHints = List.of();

    /// Why pods are unschedulable.
    ///
    /// @param unschedulable plugins that rejected them
    /// @param pending plugins that rejected them with `PENDING`
    /// @param gate the plugin that gates them; empty if none does
    record Reasons(Profile profile, Set<String> unschedulable, Set<String> pending, String gate) {
        static Reasons of(QueuedPod pod) {
            return new Reasons(
                    pod.profile(),
                    pod.unschedulablePlugins(),
                    pod.pendingPlugins(),
                    pod.gatingPlugin);
        }

        /// A copy that the pod's next attempt does not change.
        Reasons kept() {
            return new Reasons(profile, Set.copyOf(unschedulable), Set.copyOf(pending), gate);
        }
    }

    /// A queueing hint to call, and its last result.
    static final class HintCall {
        private final HintTable.Registration registration;
        private final boolean pending;
        private final Meter.OfHint meter;
        private @Nullable ObjectChange lastChange;
        private @Nullable Pod lastPod;
        private long lastRound;
        private boolean lastResult;

        /// @param pending whether a positive hint requeues the pod without backoff
        HintCall(HintTable.Registration registration, boolean pending, Meter.OfHint meter) {
            this.registration = registration;
            this.pending = pending;
            this.meter = meter;
        }

        HintTable.Registration registration() {
            return registration;
        }

        boolean pending() {
            return pending;
        }

        Meter.OfHint meter() {
            return meter;
        }

        /// Whether the last result holds for this pod and change, too.
        @SuppressWarnings("ReferenceEquality") // Pods of one workload share the parts.
        boolean known(Pod pod, ObjectChange change, long round) {
            Pod last = lastPod;
            return last != null
                    && round == lastRound
                    && change == lastChange
                    && pod.template() == last.template()
                    && pod.labels() == last.labels()
                    && pod.namespace().equals(last.namespace());
        }

        /// The result of the last call that was kept.
        boolean result() {
            return lastResult;
        }

        /// Keeps a result for pods with the same pod shape.
        void keep(Pod pod, ObjectChange change, long round, boolean result) {
            lastRound = round;
            lastPod = pod;
            lastChange = change;
            lastResult = result;
        }
    }

    RejectionGroup(Reasons reasons, Meter meter) {
        this.reasons = reasons;
        this.meter = meter;
    }

    /// The name of the profile of its pods.
    String profile() {
        return reasons.profile().name();
    }

    /// The plugins that rejected or gate its pods.
    Set<String> plugins() {
        if (reasons.pending().isEmpty()) {
            return reasons.unschedulable();
        }
        var all = new TreeSet<>(reasons.unschedulable());
        all.addAll(reasons.pending());
        return all;
    }

    PodLinkedList pods() {
        return pods;
    }

    void add(QueuedPod pod) {
        pods.insertByArrival(pod);
        for (NeededLabels index : neededLabels.values()) {
            index.add(pod);
        }
    }

    void remove(QueuedPod pod) {
        pods.remove(pod);
        for (NeededLabels index : neededLabels.values()) {
            index.remove(pod);
        }
    }

    /// The pod in the queue has changed.
    void changed(QueuedPod pod) {
        for (NeededLabels index : neededLabels.values()) {
            index.remove(pod);
            index.add(pod);
        }
    }

    /// Adds the pods that an event can requeue: all pods, or those that wait for a label of the
    /// added object.
    ///
    /// @param added the labels of the added object; null if it is another event
    void addTo(
            List<QueuedPod> list,
            ClusterEvent event,
            @Nullable Labels added,
            @Nullable HintRunner runner) {
        QueuedPod first = pods.first();
        if (added == null || runner == null || first == null || pods.size() < MIN_INDEXED) {
            pods.addTo(list);
            return;
        }
        NeededLabels index = neededLabels.get(event);
        if (index == null) {
            List<HintCall> hints = hintsFor(event);
            if (NeededLabels.labelsFor(first.pod, hints, runner).isEmpty()) {
                // Most hints name no labels for any pod.
                pods.addTo(list);
                return;
            }
            index = new NeededLabels(hints, runner);
            for (QueuedPod pod = first; pod != null; pod = pod.next) {
                index.add(pod);
            }
            neededLabels.put(event, index);
        }
        index.addTo(list, added);
    }

    boolean gated() {
        return !reasons.gate().isEmpty();
    }

    boolean hasPending() {
        return !reasons.pending().isEmpty();
    }

    /// Whether an event can requeue these pods. Gated pods are requeued only by events of the
    /// plugin that gates them.
    boolean reachedBy(ClusterEvent event) {
        return !hintsFor(event).isEmpty()
                && (!gated() || reasons.profile().hints().covers(reasons.gate(), event));
    }

    /// The queueing hints to call for an event, in the order of the plugins.
    List<HintCall> hintsFor(ClusterEvent event) {
        // The same event is looked up for many pods in a row.
        if (!event.equals(lastEvent)) {
            lastHints = hintsByEvent.computeIfAbsent(event, this::findHints);
            lastEvent = event;
        }
        return lastHints;
    }

    private List<HintCall> findHints(ClusterEvent event) {
        var found = new ArrayList<HintCall>();
        for (HintTable.Registration registration : reasons.profile().hints().matching(event)) {
            boolean pending = reasons.pending().contains(registration.plugin());
            if (pending || reasons.unschedulable().contains(registration.plugin())) {
                found.add(
                        new HintCall(
                                registration,
                                pending,
                                meter.hint(registration.plugin(), event.label())));
            }
        }
        return List.copyOf(found);
    }
}
