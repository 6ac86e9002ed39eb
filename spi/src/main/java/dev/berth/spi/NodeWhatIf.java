package dev.berth.spi;

import dev.berth.model.Pod;

/// Evaluates a node as if pods were removed from it, to find out whether the pod of the cycle would
/// fit. The cluster state does not change.
///
/// Use it on the scheduling thread and in PostFilter only; see [PluginContext#whatIf].
public interface NodeWhatIf {
    /// The node with the removed pods left out. The view is valid until the next call of [#remove]
    /// or [#add].
    NodeView node();

    /// Removes a pod, which must be one of `node().pods()`.
    void remove(Pod pod);

    /// Adds a pod again that was removed.
    void add(Pod pod);

    /// Runs the filters of the cycle's profile on the node, with the pods nominated to the node and
    /// without them (kube-scheduler: `RunFilterPluginsWithNominatedPods`).
    Verdict test();
}
