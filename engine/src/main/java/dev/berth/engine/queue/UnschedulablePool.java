package dev.berth.engine.queue;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.HintRunner;
import dev.berth.engine.profile.Profiles;
import dev.berth.model.Labels;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Unschedulable and gated pods, grouped by the plugins that rejected or gate them (kube-scheduler:
/// `unschedulablePods`).
///
/// The groups that an event can requeue are computed once per event type. So an event that can
/// requeue no pod costs one map lookup, however many pods are unschedulable.
final class UnschedulablePool {
    private static final Comparator<QueuedPod> BY_ARRIVAL =
            Comparator.comparingLong(pod -> pod.arrival);

    private final Profiles profiles;
    private final Meter meter;
    private final Map<RejectionGroup.Reasons, RejectionGroup> byReasons = new HashMap<>();
    private final List<RejectionGroup> groups = new ArrayList<>();
    private final Map<ClusterEvent, EventGroups> byEvent = new HashMap<>();
    private int size;
    private int gated;

    /// The groups that an event can requeue.
    private static final class EventGroups {
        final boolean wanted;
        final List<RejectionGroup> groups = new ArrayList<>();
        int checked;

        EventGroups(boolean wanted) {
            this.wanted = wanted;
        }
    }

    UnschedulablePool(Profiles profiles) {
        this(profiles, Meter.NONE);
    }

    UnschedulablePool(Profiles profiles, Meter meter) {
        this.profiles = profiles;
        this.meter = meter;
    }

    int size() {
        return size;
    }

    /// The number of gated pods.
    int gated() {
        return gated;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// Adds a pod, as the last one.
    void add(QueuedPod pod) {
        join(groupOf(pod), pod);
    }

    /// Moves a pod to the group of its present reasons; its position by arrival does not change.
    void reasonsChanged(QueuedPod pod) {
        RejectionGroup group = find(pod);
        if (group != pod.group) {
            remove(pod);
            join(group, pod);
        }
    }

    /// Forgets the groups, which belong to profiles that are not in force any more.
    void forgetReasons() {
        byReasons.clear();
        groups.clear();
        byEvent.clear();
    }

    private void join(RejectionGroup group, QueuedPod pod) {
        pod.group = group;
        group.add(pod);
        size++;
        gated += group.gated() ? 1 : 0;
    }

    void remove(QueuedPod pod) {
        RejectionGroup group = pod.group;
        if (group == null) {
            throw new IllegalStateException("pod " + pod.pod.key() + " is not unschedulable");
        }
        pod.group = null;
        group.remove(pod);
        size--;
        gated -= group.gated() ? 1 : 0;
    }

    /// The group of the pod, or the group that it would be in.
    RejectionGroup groupOf(QueuedPod pod) {
        RejectionGroup present = pod.group;
        return present == null ? find(pod) : present;
    }

    private RejectionGroup find(QueuedPod pod) {
        var reasons = RejectionGroup.Reasons.of(pod);
        RejectionGroup group = byReasons.get(reasons);
        if (group == null) {
            reasons = reasons.kept();
            group = new RejectionGroup(reasons, meter);
            byReasons.put(reasons, group);
            groups.add(group);
        }
        return group;
    }

    /// Whether any plugin registered for the event.
    boolean wanted(ClusterEvent event) {
        return groupsOf(event).wanted;
    }

    /// A pod in its queue has changed.
    void changed(QueuedPod pod) {
        if (pod.group != null) {
            pod.group.changed(pod);
        }
    }

    /// The pods that an event can requeue, in order of arrival.
    List<QueuedPod> reachedBy(ClusterEvent event) {
        return size == 0 ? List.of() : inOrder(groupsOf(event).groups, event, null, null);
    }

    /// The same without the pods for which the hints of all plugins would return false because of
    /// the labels of the object.
    List<QueuedPod> reachedBy(ClusterEvent event, ObjectChange change, HintRunner runner) {
        if (size == 0) {
            return List.of();
        }
        boolean added = event.actions() == ClusterEvent.ADD && change.after().isPresent();
        return inOrder(
                groupsOf(event).groups,
                event,
                added ? change.after().get().meta().labels() : null,
                runner);
    }

    /// All pods, in order of arrival.
    List<QueuedPod> all() {
        return inOrder(groups, ClusterEvent.UNSCHEDULABLE_TIMEOUT, null, null);
    }

    /// The number of pods by profile and rejecting plugin. A plugin that has rejected a pod once
    /// stays in the map.
    SortedMap<String, SortedMap<String, Integer>> byPlugin() {
        var byProfile = new TreeMap<String, SortedMap<String, Integer>>();
        for (RejectionGroup group : groups) {
            var counts = byProfile.computeIfAbsent(group.profile(), name -> new TreeMap<>());
            for (String plugin : group.plugins()) {
                counts.merge(plugin, group.pods().size(), Integer::sum);
            }
        }
        return byProfile;
    }

    private EventGroups groupsOf(ClusterEvent event) {
        EventGroups groupsOf = byEvent.get(event);
        if (groupsOf == null) {
            groupsOf = new EventGroups(profiles.anyPluginWants(event));
            byEvent.put(event, groupsOf);
        }
        for (; groupsOf.checked < groups.size(); groupsOf.checked++) {
            RejectionGroup group = groups.get(groupsOf.checked);
            if (group.reachedBy(event)) {
                groupsOf.groups.add(group);
            }
        }
        return groupsOf;
    }

    private static List<QueuedPod> inOrder(
            List<RejectionGroup> groups,
            ClusterEvent event,
            @Nullable Labels added,
            @Nullable HintRunner runner) {
        @Nullable List<QueuedPod> pods = null;
        int parts = 0;
        for (int i = 0; i < groups.size(); i++) {
            RejectionGroup group = groups.get(i);
            if (!group.pods().isEmpty()) {
                if (pods == null) {
                    pods = new ArrayList<>(added == null ? group.pods().size() : 10);
                }
                group.addTo(pods, event, added, runner);
                parts++;
            }
        }
        if (pods == null) {
            return List.of();
        }
        if (parts > 1 || added != null) {
            pods.sort(BY_ARRIVAL);
        }
        return pods;
    }
}
