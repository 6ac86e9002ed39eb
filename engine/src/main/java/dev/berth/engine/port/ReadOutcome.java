package dev.berth.engine.port;

import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.Optional;

/// The outcome of reading a pod from the API server.
public sealed interface ReadOutcome {
    /// @param whole the complete JSON of the pod
    record Found(Pod pod, Optional<Json.Obj> whole) implements ReadOutcome {
        public Found(Pod pod) {
            this(pod, Optional.empty());
        }
    }

    record Absent() implements ReadOutcome {}

    record Failed(String message) implements ReadOutcome {}
}
