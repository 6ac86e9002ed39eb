package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.Optional;

/// A pod on its way to the node chosen for it; immutable, so it may be read on any thread.
public interface Placement {
    /// The pod, with the node's name in its spec.
    Pod pod();

    String node();

    /// What the scheduling cycle left under `key`.
    <T> Optional<T> get(StateKey<T> key);
}
