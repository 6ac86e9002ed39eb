package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Comparator;

/// Orders pods by importance (kube-scheduler: `MoreImportantPod`): higher priority first, then the
/// earlier start time, then the name.
enum PodImportance implements Comparator<Pod> {
    MOST_IMPORTANT_FIRST;

    @Override
    public int compare(Pod a, Pod b) {
        int byPriority = Integer.compare(b.spec().priority(), a.spec().priority());
        if (byPriority != 0) {
            return byPriority;
        }
        int byStart = started(a).compareTo(started(b));
        if (byStart != 0) {
            return byStart;
        }
        int byNamespace = a.namespace().compareTo(b.namespace());
        return byNamespace != 0 ? byNamespace : a.name().compareTo(b.name());
    }

    /// The start time; a pod that has not started counts as the latest.
    static Instant started(Pod pod) {
        return pod.status().startTime().orElse(Instant.MAX);
    }
}
