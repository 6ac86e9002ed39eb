package dev.berth.serving.auth;

/// The decision about a request.
public sealed interface Permission {
    record Allowed() implements Permission {}

    /// @param reason the reason, if the API server returned one; otherwise empty
    record Forbidden(String reason) implements Permission {}

    /// The decision could not be made.
    record Unknown(String problem) implements Permission {}
}
