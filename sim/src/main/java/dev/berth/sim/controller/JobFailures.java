package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The times at which pods of a job failed.
final class JobFailures {
    private static final Path CONTAINERS = ControllerFields.STATUS.then("containerStatuses");
    private static final Path FINISHED = Path.of("state", "terminated", "finishedAt");

    private JobFailures() {}

    /// The time of the last failure among the existing pods.
    static Optional<Instant> last(List<ObjectVersion> pods) {
        return pods.stream()
                .filter(pod -> PodFacts.pod(pod).status().phase().equals("Failed"))
                .map(JobFailures::finished)
                .max(Comparator.naturalOrder());
    }

    private static Instant finished(ObjectVersion pod) {
        Optional<Instant> delivered = Optional.empty();
        for (Json container : CONTAINERS.items(pod.json())) {
            String text = FINISHED.text(container);
            if (!text.isEmpty()) {
                delivered = Optional.of(Instant.parse(text));
            }
        }
        return delivered.or(() -> pod.typed().meta().created()).orElse(Instant.EPOCH);
    }
}
