package dev.berth.controlplane.store;

/// Which part of an object a change is meant for; the rest of what the sender wrote is left out of
/// it.
public enum WriteScope {
    /// Everything but the status, where the kind has its status apart.
    MAIN,
    /// The status alone.
    STATUS,
    /// The object as a whole: for the control plane's own hands, not for clients.
    WHOLE
}
