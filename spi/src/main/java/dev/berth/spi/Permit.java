package dev.berth.spi;

/// Decides whether a pod that has a node can be bound (kube-scheduler: `PermitPlugin`).
public interface Permit extends Plugin {
    /// Allows the pod, lets it wait, or rejects it. Called on the scheduling thread after Reserve;
    /// must not block. A pod that waits occupies no thread.
    PermitVerdict permit(PodCycle cycle, NodeView node);
}
