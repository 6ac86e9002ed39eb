package dev.berth.engine.port;

import dev.berth.spi.Reject;

/// How a binding cycle ended.
public sealed interface BindOutcome {
    BindOutcome BOUND = new Bound();

    record Bound() implements BindOutcome {}

    /// An extender reports that it has bound the pod.
    record BoundByExtender(String extender) implements BindOutcome {}

    /// A plugin rejected the pod.
    record Rejected(Reject why) implements BindOutcome {}

    /// A plugin or the API server failed.
    record Failed(String message) implements BindOutcome {}

    /// The bind got no response: the pod may be bound or not.
    record Unknown(String message) implements BindOutcome {}

    /// All bind plugins skipped the pod.
    record Skipped() implements BindOutcome {}
}
