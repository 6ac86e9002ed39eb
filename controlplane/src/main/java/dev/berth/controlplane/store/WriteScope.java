package dev.berth.controlplane.store;

/// The part of an object that a write changes. The store ignores the other parts of the request.
public enum WriteScope {
    /// Everything except the status, if the kind has the `status` subresource.
    MAIN,
    /// Only the status.
    STATUS,
    /// The complete object, for the control plane itself and not for clients.
    WHOLE
}
