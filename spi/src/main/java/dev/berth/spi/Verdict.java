package dev.berth.spi;

/// The result of a check: pass or [Reject] (kube-scheduler: `Status`). An error is an exception,
/// not a verdict.
public sealed interface Verdict permits Verdict.Pass, Reject {
    Pass PASS = new Pass();

    /// The check passed (kube-scheduler: `Success`).
    record Pass() implements Verdict {}
}
