package dev.berth.engine.state;

import dev.berth.model.KubeObject;
import dev.berth.model.Pod;

import java.util.List;
import java.util.Optional;

/// What one call changed in the cluster state. The caller turns it into events for the queue.
///
/// @param before the object as it was; of a pod, as it was accounted on its node
/// @param after the object as it is
/// @param endedNominations the nominations that ended without the pod being placed on the node
public record StateChange<T extends KubeObject>(
        Optional<T> before, Optional<T> after, List<EndedNomination> endedNominations) {
    /// A pod is no longer nominated to a node.
    ///
    /// @param pod as last seen
    public record EndedNomination(Pod pod, String node) {}

    private static final StateChange<Pod> NO_CHANGE_OF_POD =
            new StateChange<>(Optional.empty(), Optional.empty(), List.of());

    /// Nothing has changed.
    static StateChange<Pod> none() {
        return NO_CHANGE_OF_POD;
    }

    static <T extends KubeObject> StateChange<T> of(Optional<T> before, Optional<T> after) {
        return new StateChange<>(before, after, List.of());
    }

    static StateChange<Pod> ofPod(
            Optional<Pod> before, Optional<Pod> after, Optional<EndedNomination> ended) {
        return new StateChange<>(before, after, ended.map(List::of).orElse(List.of()));
    }
}
