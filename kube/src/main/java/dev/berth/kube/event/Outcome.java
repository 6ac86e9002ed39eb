package dev.berth.kube.event;

import dev.berth.kube.client.ApiStatus;

/// How a request ended.
public sealed interface Outcome {
    record Granted() implements Outcome {}

    record Refused(ApiStatus why) implements Outcome {}

    /// There was no answer.
    record Unreachable(String why) implements Outcome {}
}
