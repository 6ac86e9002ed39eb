package dev.berth.engine.queue;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.HintTable;
import dev.berth.engine.profile.Profile;
import dev.berth.spi.ClusterEvent;

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
    private final Reasons reasons;
    private final Meter meter;
    private final PodLinkedList pods = new PodLinkedList();
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

    /// A queueing hint to call.
    ///
    /// @param pending whether a positive hint requeues the pod without backoff
    record HintCall(HintTable.Registration registration, boolean pending, Meter.OfHint meter) {}

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
