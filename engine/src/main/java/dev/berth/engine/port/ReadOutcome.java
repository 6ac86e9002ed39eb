package dev.berth.engine.port;

import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.Optional;

/// What reading a pod afresh gave.
public sealed interface ReadOutcome {
    /// @param whole the pod as the API server has it, for those who need more than the record
    record Found(Pod pod, Optional<Json.Obj> whole) implements ReadOutcome {
        public Found(Pod pod) {
            this(pod, Optional.empty());
        }
    }

    record Absent() implements ReadOutcome {}

    record Failed(String message) implements ReadOutcome {}
}
