package dev.berth.serving.auth;

/// What credentials prove.
public sealed interface Proof {
    /// There are none of this kind.
    Proof NONE = new None();

    record Known(User user) implements Proof {}

    record None() implements Proof {}

    /// There are, and they prove nothing.
    record Refused(String why) implements Proof {}
}
