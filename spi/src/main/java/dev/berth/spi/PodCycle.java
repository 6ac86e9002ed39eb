package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.Optional;

/// One attempt to schedule one pod.
public interface PodCycle {
    Pod pod();

    Nodes nodes();

    /// What an earlier extension point of this attempt left under `key`.
    <T> Optional<T> get(CycleKey<T> key);

    <T> void put(CycleKey<T> key, T value);

    /// Wakes another pending pod (by `namespace/name`) once this attempt has found a node.
    void activate(String podKey);
}
