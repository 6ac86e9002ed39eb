package dev.berth.spi;

/// What a bind plugin did.
public sealed interface BindVerdict permits BindVerdict.Bound, BindVerdict.NotMine, Reject {
    BindVerdict BOUND = new Bound();
    BindVerdict NOT_MINE = new NotMine();

    record Bound() implements BindVerdict {}

    /// Left to the next bind plugin.
    record NotMine() implements BindVerdict {}
}
