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

/// Parked pods that wait for the same: rejected by the same plugins, or gated by the same one. An
/// event asks the same hints of each.
final class RejectionGroup {
    private final Reasons reasons;
    private final Meter meter;
    private final PodLinkedList pods = new PodLinkedList();
    private final Map<ClusterEvent, List<Ask>> asks = new HashMap<>();
    private @Nullable ClusterEvent lastEvent;
    private List<Ask> lastAsks = List.of();

    /// Why pods are parked.
    ///
    /// @param unschedulable plugins that rejected them
    /// @param pending plugins that rejected them and will say when they no longer do
    /// @param gate the plugin that gates them; empty if none does
    record Reasons(Profile profile, Set<String> unschedulable, Set<String> pending, String gate) {
        static Reasons of(QueuedPod pod) {
            return new Reasons(
                    pod.profile(),
                    pod.unschedulablePlugins(),
                    pod.pendingPlugins(),
                    pod.gatingPlugin);
        }

        /// That the pod's next attempt does not change.
        Reasons kept() {
            return new Reasons(profile, Set.copyOf(unschedulable), Set.copyOf(pending), gate);
        }
    }

    /// A hint to be asked.
    ///
    /// @param pending its yes makes the pod ready at once
    record Ask(HintTable.Registration registration, boolean pending, Meter.OfHint meter) {}

    RejectionGroup(Reasons reasons, Meter meter) {
        this.reasons = reasons;
        this.meter = meter;
    }

    /// The name of the profile its pods belong to.
    String profile() {
        return reasons.profile().name();
    }

    /// The plugins that keep its pods.
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

    /// Whether an event concerns these pods at all. Those gated it does only if it concerns the
    /// plugin that gates them.
    boolean reachedBy(ClusterEvent event) {
        return !asksAt(event).isEmpty()
                && (!gated() || reasons.profile().hints().covers(reasons.gate(), event));
    }

    /// The hints to be asked at an event, in order of the plugins.
    List<Ask> asksAt(ClusterEvent event) {
        // One event is asked about for many pods in a row.
        if (!event.equals(lastEvent)) {
            lastAsks = asks.computeIfAbsent(event, this::findAsks);
            lastEvent = event;
        }
        return lastAsks;
    }

    private List<Ask> findAsks(ClusterEvent event) {
        var found = new ArrayList<Ask>();
        for (HintTable.Registration registration : reasons.profile().hints().matching(event)) {
            boolean pending = reasons.pending().contains(registration.plugin());
            if (pending || reasons.unschedulable().contains(registration.plugin())) {
                found.add(
                        new Ask(
                                registration,
                                pending,
                                meter.hint(registration.plugin(), event.label())));
            }
        }
        return List.copyOf(found);
    }
}
