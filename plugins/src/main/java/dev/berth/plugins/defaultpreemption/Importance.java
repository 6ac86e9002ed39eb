package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Comparator;

/// Who matters more among pods that may be evicted: higher priority, then the longer life. A pod
/// that has not started counts as started now; of equals the smaller name comes first.
record Importance(Instant now) implements Comparator<Pod> {
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

    Instant started(Pod pod) {
        return pod.status().startTime().orElse(now);
    }
}
