package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Comparator;

/// Who matters more among pods that may be evicted: higher priority, then the longer life. Of
/// equals the smaller name comes first.
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

    /// A pod that has not started is younger than all that have.
    static Instant started(Pod pod) {
        return pod.status().startTime().orElse(Instant.MAX);
    }
}
