package dev.berth.spi;

/// Sets things aside for a pod on the node chosen for it, and gives them back.
public interface Reserve extends Plugin {
    Verdict reserve(PodCycle cycle, NodeView node);

    /// Called for every reserve plugin, in reverse order, whenever the attempt fails later, also if
    /// its own [#reserve] was never called: must be idempotent.
    void unreserve(Placement placement);
}
