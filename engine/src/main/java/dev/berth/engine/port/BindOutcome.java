package dev.berth.engine.port;

import dev.berth.spi.Reject;

/// How a binding cycle ended.
public sealed interface BindOutcome {
    BindOutcome BOUND = new Bound();

    record Bound() implements BindOutcome {}

    /// An extender says that it bound the pod.
    record Claimed(String extender) implements BindOutcome {}

    /// A plugin turned the pod back.
    record Rejected(String plugin, Reject why) implements BindOutcome {}

    /// Something went wrong: an error of a plugin or of the server.
    record Failed(String message) implements BindOutcome {}

    /// The server gave no answer: the pod may be bound or not.
    record Unknown(String message) implements BindOutcome {}

    /// No bind plugin took it.
    record Unclaimed() implements BindOutcome {}
}
