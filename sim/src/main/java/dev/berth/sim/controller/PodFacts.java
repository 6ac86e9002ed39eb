package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Condition;
import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Optional;

/// What controllers ask of pods.
final class PodFacts {
    private PodFacts() {}

    static Pod pod(ObjectVersion object) {
        return (Pod) object.typed();
    }

    /// Neither finished nor on its way out.
    static boolean active(Pod pod) {
        return !pod.status().finished() && !pod.terminating();
    }

    static boolean ready(Pod pod) {
        return pod.status().condition("Ready").filter(it -> it.status().equals("True")).isPresent();
    }

    /// Since when it is ready, if it is.
    static Optional<Instant> readySince(Pod pod) {
        return pod.status()
                .condition("Ready")
                .filter(it -> it.status().equals("True"))
                .flatMap(Condition::lastTransition);
    }

    /// Ready for so long that it counts.
    static boolean available(Pod pod, long minReadySeconds, Instant now) {
        return ready(pod)
                && (minReadySeconds == 0
                        || readySince(pod)
                                .filter(since -> !since.plusSeconds(minReadySeconds).isAfter(now))
                                .isPresent());
    }
}
