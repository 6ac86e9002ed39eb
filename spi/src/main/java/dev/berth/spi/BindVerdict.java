package dev.berth.spi;

/// The result of a bind plugin. A [Reject] fails the attempt.
public sealed interface BindVerdict permits BindVerdict.Bound, BindVerdict.Skip, Reject {
    BindVerdict BOUND = new Bound();
    BindVerdict SKIP = new Skip();

    record Bound() implements BindVerdict {}

    /// Left to the next bind plugin.
    record Skip() implements BindVerdict {}
}
