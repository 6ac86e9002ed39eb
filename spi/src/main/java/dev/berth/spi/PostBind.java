package dev.berth.spi;

/// Runs after a pod is bound, for information only (kube-scheduler: `PostBindPlugin`).
public interface PostBind extends Plugin {
    /// Called on a virtual thread; may block, through [PluginContext] only. An exception is logged
    /// and does not affect the pod.
    void postBind(Placement placement);
}
