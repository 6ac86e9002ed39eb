package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.Optional;

/// One attempt to schedule one pod: the pod, the nodes, and the state that the plugins of the
/// attempt share (kube-scheduler: `CycleState`).
///
/// Plugins use it on the scheduling thread only.
public interface PodCycle {
    /// The pod to schedule.
    Pod pod();

    /// The nodes of the cluster.
    Nodes nodes();

    /// The nominated node of the pod from an earlier attempt, or the empty string (kube-scheduler:
    /// `status.nominatedNodeName`).
    String nominatedNodeName();

    /// Whether the cycle must have no side effects, because it only answers a query such as `berth
    /// explain` or `berth decide`. The pod is not bound afterwards.
    ///
    /// In a dry run, a plugin evaluates every node instead of a sample. It must not send writes,
    /// record events, activate pods, use [PluginContext#random] or change state of its own that
    /// outlives the cycle. DefaultPreemption, for example, returns all candidates and does not
    /// evict the victims.
    boolean dryRun();

    /// The value that an earlier extension point of this attempt stored under `key`
    /// (kube-scheduler: `CycleState.Read`).
    <T> Optional<T> get(StateKey<T> key);

    /// Stores a value for the later extension points of this attempt (kube-scheduler:
    /// `CycleState.Write`). The binding extension points read it from [Placement#get] on another
    /// thread, so the value must be immutable by then.
    <T> void put(StateKey<T> key, T value);

    /// Moves another pending pod (`namespace/name`) to the active queue after this attempt finds a
    /// node (kube-scheduler: `PodsToActivate`).
    void activate(String podKey);
}
