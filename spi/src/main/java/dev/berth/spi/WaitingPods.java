package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.List;
import java.util.Set;

/// Pods that a permit plugin holds. What is asked for takes effect soon, on the scheduling thread;
/// [#preempt] at once.
public interface WaitingPods {
    /// A held pod, and the plugins that have not allowed it yet.
    record WaitingPod(Pod pod, String node, Set<String> plugins) {}

    List<WaitingPod> all();

    /// Takes back the plugin's hold; the pod goes on when none is left.
    void allow(String uid, String plugin);

    void reject(String uid, String plugin, String message);

    /// Turns back a pod that is on its way to a node, for the sake of a more important one: from
    /// its wait on permit, or from pre-bind. It is tried again later. False when it is neither
    /// there nor there; on the scheduling thread only.
    boolean preempt(String uid, String plugin);
}
