package dev.berth.serving.auth;

/// Whether somebody may.
public sealed interface Permission {
    record Allowed() implements Permission {}

    /// @param reason why not, if more is known; else empty
    record Forbidden(String reason) implements Permission {}

    /// It could not be found out.
    record Unknown(String problem) implements Permission {}
}
