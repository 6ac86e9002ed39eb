package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.List;
import java.util.Set;

/// The pods that wait on Permit (kube-scheduler: `WaitingPod`). [#allow] and [#reject] take effect
/// on the scheduling thread after the current attempt or message; [#preempt] takes effect
/// immediately.
public interface WaitingPods {
    /// A pod that waits on Permit.
    ///
    /// @param plugins the plugins that have not allowed the pod yet
    record WaitingPod(Pod pod, String node, Set<String> plugins) {}

    List<WaitingPod> all();

    /// Allows the pod on behalf of a plugin. The pod is bound after all plugins have allowed it.
    void allow(String uid, String plugin);

    /// Rejects the pod on behalf of a plugin; its attempt fails with the message.
    void reject(String uid, String plugin, String message);

    /// Rejects a pod that waits on Permit or is in PreBind, in favor of a pod of higher priority.
    /// The pod is retried later. Returns false if the pod is in neither. On the scheduling thread
    /// only.
    boolean preempt(String uid, String plugin);
}
