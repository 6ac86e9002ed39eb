package dev.berth.spi;

import dev.berth.model.Pod;

/// Decides whether a pod can enter the active queue (kube-scheduler: `PreEnqueuePlugin`). A
/// rejected pod is gated: it has no attempts until the plugin accepts it.
public interface PreEnqueue extends Plugin {
    /// Called on the scheduling thread whenever the pod would enter the active or backoff queue;
    /// must not block.
    Verdict preEnqueue(Pod pod);
}
