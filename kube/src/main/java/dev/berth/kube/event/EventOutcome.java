package dev.berth.kube.event;

import dev.berth.kubeclient.ApiStatus;

/// How a request ended.
public sealed interface EventOutcome {
    record Granted() implements EventOutcome {}

    record Refused(ApiStatus why) implements EventOutcome {}

    /// There was no answer.
    record Unreachable(String why) implements EventOutcome {}
}
