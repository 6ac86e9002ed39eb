package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.Optional;

/// A pod and the node that is selected for it, for the binding extension points. Immutable: any
/// thread can read it.
public interface Placement {
    /// The pod, with the node in `spec.nodeName`.
    Pod pod();

    /// The name of the node.
    String node();

    /// The value that the scheduling cycle stored under `key` (see [PodCycle#put]).
    <T> Optional<T> get(StateKey<T> key);
}
