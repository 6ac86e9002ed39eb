package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Comparator;

/// Orders pods by importance (kube-scheduler: `MoreImportantVictim`): higher priority first, then
/// the earlier start time. Pods that are equal in both keep their order on the node.
enum PodImportance implements Comparator<Pod> {
    MOST_IMPORTANT_FIRST;

    @Override
    public int compare(Pod a, Pod b) {
        int byPriority = Integer.compare(b.spec().priority(), a.spec().priority());
        if (byPriority != 0) {
            return byPriority;
        }
        return started(a).compareTo(started(b));
    }

    /// The start time; a pod that has not started counts as the latest.
    // Parity: GetPodStartTime returns the current time for such pods, once for each in the order of
    // the pods on the node.
    static Instant started(Pod pod) {
        return pod.status().startTime().orElse(Instant.MAX);
    }
}
