package dev.berth.spi;

/// Told after a pod was bound; runs on a thread of its own and cannot fail the pod.
public interface PostBind extends Plugin {
    void postBind(Placement placement);
}
