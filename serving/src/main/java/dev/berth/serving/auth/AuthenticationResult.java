package dev.berth.serving.auth;

/// The result of an authenticator.
public sealed interface AuthenticationResult {
    /// The request has no credentials of this kind.
    AuthenticationResult NONE = new None();

    record Known(User user) implements AuthenticationResult {}

    record None() implements AuthenticationResult {}

    /// The request has credentials that are not valid.
    record Refused(String why) implements AuthenticationResult {}
}
