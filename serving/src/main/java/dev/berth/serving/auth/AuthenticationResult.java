package dev.berth.serving.auth;

/// What credentials prove.
public sealed interface AuthenticationResult {
    /// There are none of this kind.
    AuthenticationResult NONE = new None();

    record Known(User user) implements AuthenticationResult {}

    record None() implements AuthenticationResult {}

    /// There are, and they prove nothing.
    record Refused(String why) implements AuthenticationResult {}
}
