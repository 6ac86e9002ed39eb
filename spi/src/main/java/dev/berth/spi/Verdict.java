package dev.berth.spi;

/// Yes or no. A bug is an exception, never a verdict.
public sealed interface Verdict permits Verdict.Pass, Reject {
    Pass PASS = new Pass();

    /// Yes.
    record Pass() implements Verdict {}
}
