package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.Optional;

/// One attempt to schedule one pod.
public interface PodCycle {
    Pod pod();

    Nodes nodes();

    /// The node promised to the pod by an earlier attempt, or the empty name.
    String nominatedNodeName();

    /// Whether every node is to be looked at, for somebody who asks why.
    boolean dryRun();

    /// What an earlier extension point of this attempt left under `key`.
    <T> Optional<T> get(StateKey<T> key);

    <T> void put(StateKey<T> key, T value);

    /// Wakes another pending pod (by `namespace/name`) once this attempt has found a node.
    void activate(String podKey);
}
