package dev.berth.spi;

import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;

import java.util.Optional;

/// Told of every change of the cluster's state on the scheduling thread, so that a plugin can keep
/// an index of its own.
///
/// An observer that comes late is first told the present state.
public interface StateObserver extends Plugin {
    default void nodeChanged(Optional<Node> before, Optional<Node> after) {}

    /// A pod was placed on a node: assumed by us, or seen there.
    default void podPlaced(Pod pod, String node) {}

    default void podRemoved(Pod pod, String node) {}

    /// Forget all that was told: the present state follows, from its beginning. Called when one of
    /// the other methods has thrown, since nobody knows how much of it was done. Whoever counts and
    /// does nothing here counts twice.
    void forgetAll();

    /// Any kind but pods and nodes.
    default void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {}

    /// What is expected of an object changed: it was seen otherwise, or something was assumed of it
    /// or taken back (see [ObjectLister#getAssumed]). Told beside [#objectChanged].
    default void assumedObjectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {}
}
