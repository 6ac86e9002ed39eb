package dev.berth.engine.view;

import dev.berth.model.Pod;

import java.util.List;
import java.util.Optional;

/// Everything the scheduler knows of one pod.
///
/// @param node where it stands or is going; empty if nowhere
/// @param nominated the node it was promised; empty if none
/// @param gate what keeps it from being tried
/// @param attempts what is kept of its attempts, the newest first
/// @param requeues what those who rejected it wait for
public record PodReport(
        Pod pod,
        Lane lane,
        String node,
        String nominated,
        Optional<PendingPod> pending,
        Optional<Gate> gate,
        List<Decision> attempts,
        List<Requeue> requeues) {

    /// A plugin that keeps a pod from being tried, and why.
    public record Gate(String plugin, List<String> reasons) {}
}
