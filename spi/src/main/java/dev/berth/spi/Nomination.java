package dev.berth.spi;

/// How the nominated node of a pod (`status.nominatedNodeName`) changes (kube-scheduler:
/// `NominatingInfo`).
public sealed interface Nomination {
    Nomination KEEP = new Keep();

    /// Removes the nomination.
    Nomination CLEAR = new Nominate("");

    /// The nominated node does not change (kube-scheduler: `ModeNoop`).
    record Keep() implements Nomination {}

    /// The nominated node becomes `node` (kube-scheduler: `ModeOverride`). The empty name removes
    /// the nomination.
    record Nominate(String node) implements Nomination {}
}
