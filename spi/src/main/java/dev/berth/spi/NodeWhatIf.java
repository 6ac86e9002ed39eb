package dev.berth.spi;

import dev.berth.model.Pod;

/// A node from which pods are taken, and to which they are put back, to see whether the cycle's pod
/// would then fit. Nothing real changes.
public interface NodeWhatIf {
    /// The node as it stands in the trial; good until the next change.
    NodeView node();

    /// Takes away a pod, which must be on the node: one of `node().pods()`.
    void remove(Pod pod);

    /// Puts back a pod that was taken away.
    void add(Pod pod);

    /// Asks the filters of the cycle's profile, with the pods promised to the node and without.
    Verdict test();
}
