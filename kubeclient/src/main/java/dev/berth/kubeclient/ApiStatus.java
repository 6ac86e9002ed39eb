package dev.berth.kubeclient;

/// Why an API server refused something, as its `Status` says.
///
/// @param reason a word for programs, such as `AlreadyExists`; empty if there is none
public record ApiStatus(int code, String reason, String message) {}
