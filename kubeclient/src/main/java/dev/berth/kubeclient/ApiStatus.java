package dev.berth.kubeclient;

/// The `Status` with which an API server rejected a request.
///
/// @param reason the machine-readable reason, such as `AlreadyExists`; empty if there is none
public record ApiStatus(int code, String reason, String message) {}
