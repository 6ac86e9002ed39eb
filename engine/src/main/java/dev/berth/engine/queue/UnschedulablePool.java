package dev.berth.engine.queue;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.Profiles;
import dev.berth.spi.ClusterEvent;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Parked and gated pods, by what they wait for.
///
/// Which cohorts an event reaches is found out once per kind of event. So an event that concerns
/// nobody costs one look into a table, however many pods are parked.
final class UnschedulablePool {
    private static final Comparator<QueuedPod> BY_ARRIVAL =
            Comparator.comparingLong(pod -> pod.arrival);

    private final Profiles profiles;
    private final Meter meter;
    private final Map<RejectionGroup.Reasons, RejectionGroup> byReasons = new HashMap<>();
    private final List<RejectionGroup> cohorts = new ArrayList<>();
    private final Map<ClusterEvent, Reach> reaches = new HashMap<>();
    private int size;
    private int gated;

    /// Whom an event reaches.
    private static final class Reach {
        final boolean wanted;
        final List<RejectionGroup> cohorts = new ArrayList<>();
        int looked;

        Reach(boolean wanted) {
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

    /// How many of them are gated.
    int gated() {
        return gated;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// The pod arrives last.
    void add(QueuedPod pod) {
        join(groupOf(pod), pod);
    }

    /// Sees to it that a parked pod is where its reasons belong, after they may have changed; its
    /// arrival stays.
    void reasonsChanged(QueuedPod pod) {
        RejectionGroup group = find(pod);
        if (group != pod.group) {
            remove(pod);
            join(group, pod);
        }
    }

    private void join(RejectionGroup group, QueuedPod pod) {
        pod.group = group;
        group.pods().insertByArrival(pod);
        size++;
        gated += group.gated() ? 1 : 0;
    }

    void remove(QueuedPod pod) {
        RejectionGroup group = pod.group;
        if (group == null) {
            throw new IllegalStateException("pod " + pod.pod.key() + " is not unschedulable");
        }
        pod.group = null;
        group.pods().remove(pod);
        size--;
        gated -= group.gated() ? 1 : 0;
    }

    /// Where the pod is, or would be if it were parked.
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
            cohorts.add(group);
        }
        return group;
    }

    /// Whether any plugin registered for the event.
    boolean wanted(ClusterEvent event) {
        return reach(event).wanted;
    }

    /// The pods an event concerns, in order of arrival.
    List<QueuedPod> reachedBy(ClusterEvent event) {
        return size == 0 ? List.of() : inOrder(reach(event).cohorts);
    }

    /// All pods, in order of arrival.
    List<QueuedPod> all() {
        return inOrder(cohorts);
    }

    /// How many pods each plugin keeps, by profile. Whoever once kept one stays in the list.
    SortedMap<String, SortedMap<String, Integer>> byPlugin() {
        var byProfile = new TreeMap<String, SortedMap<String, Integer>>();
        for (RejectionGroup group : cohorts) {
            var counts = byProfile.computeIfAbsent(group.profile(), name -> new TreeMap<>());
            for (String plugin : group.plugins()) {
                counts.merge(plugin, group.pods().size(), Integer::sum);
            }
        }
        return byProfile;
    }

    private Reach reach(ClusterEvent event) {
        Reach reach = reaches.computeIfAbsent(event, e -> new Reach(profiles.anyPluginWants(e)));
        for (; reach.looked < cohorts.size(); reach.looked++) {
            RejectionGroup group = cohorts.get(reach.looked);
            if (group.reachedBy(event)) {
                reach.cohorts.add(group);
            }
        }
        return reach;
    }

    private static List<QueuedPod> inOrder(List<RejectionGroup> cohorts) {
        @Nullable List<QueuedPod> pods = null;
        int parts = 0;
        for (int i = 0; i < cohorts.size(); i++) {
            PodLinkedList chain = cohorts.get(i).pods();
            if (!chain.isEmpty()) {
                if (pods == null) {
                    pods = new ArrayList<>(chain.size());
                }
                chain.addTo(pods);
                parts++;
            }
        }
        if (pods == null) {
            return List.of();
        }
        if (parts > 1) {
            pods.sort(BY_ARRIVAL);
        }
        return pods;
    }
}
