package dev.berth.kube.event;

import dev.berth.kubeclient.ApiStatus;

/// The outcome of a request for an event.
public sealed interface EventOutcome {
    record Granted() implements EventOutcome {}

    record Refused(ApiStatus why) implements EventOutcome {}

    /// No response arrived.
    record Unreachable(String why) implements EventOutcome {}
}
