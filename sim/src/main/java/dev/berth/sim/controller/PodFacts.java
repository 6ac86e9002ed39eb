package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Condition;
import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Optional;

/// Properties of pods that controllers use.
final class PodFacts {
    private PodFacts() {}

    static Pod pod(ObjectVersion object) {
        return (Pod) object.typed();
    }

    /// Whether the pod is neither finished nor being deleted.
    static boolean active(Pod pod) {
        return !pod.status().finished() && !pod.terminating();
    }

    static boolean ready(Pod pod) {
        return pod.status().condition("Ready").filter(it -> it.status().equals("True")).isPresent();
    }

    /// The time since which the pod is ready.
    static Optional<Instant> readySince(Pod pod) {
        return pod.status()
                .condition("Ready")
                .filter(it -> it.status().equals("True"))
                .flatMap(Condition::lastTransition);
    }

    /// Whether the pod has been ready for `minReadySeconds`.
    static boolean available(Pod pod, long minReadySeconds, Instant now) {
        return ready(pod)
                && (minReadySeconds == 0
                        || readySince(pod)
                                .filter(since -> !since.plusSeconds(minReadySeconds).isAfter(now))
                                .isPresent());
    }
}
