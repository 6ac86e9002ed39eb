package dev.berth.spi;

import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;

import java.util.Optional;

/// Receives every change of the cluster state on the scheduling thread, so that a plugin can keep
/// an index of its own (client-go: `ResourceEventHandler`).
///
/// An observer that is added later receives the current state first, as additions.
public interface StateObserver extends Plugin {
    /// A node was added, updated or deleted.
    default void nodeChanged(Optional<Node> before, Optional<Node> after) {}

    /// A pod was assumed on a node, or observed there.
    default void podPlaced(Pod pod, String node) {}

    /// A pod was deleted, or forgotten after a failed attempt.
    default void podRemoved(Pod pod, String node) {}

    /// Clears the index. The current state follows, as additions. The engine calls this method
    /// after another method of the observer has thrown an exception, because the index may be
    /// incomplete. An observer that keeps counts and does not clear them here counts twice.
    void forgetAll();

    /// An object other than a pod or node was added, updated or deleted.
    default void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {}

    /// The assumed state of an object changed: a new version was observed, or the object was
    /// assumed or restored (see [ObjectLister#getAssumed]). Called in addition to [#objectChanged].
    default void assumedObjectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {}
}
