package dev.berth.engine.port;

import dev.berth.model.Pod;

/// What reading a pod afresh gave.
public sealed interface ReadOutcome {
    record Found(Pod pod) implements ReadOutcome {}

    record Absent() implements ReadOutcome {}

    record Failed(String message) implements ReadOutcome {}
}
