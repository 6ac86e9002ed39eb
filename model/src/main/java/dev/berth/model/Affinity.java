package dev.berth.model;

import java.util.Optional;

/// The affinity of a pod. An empty field differs from an absent one.
public record Affinity(
        Optional<NodeAffinity> node, Optional<PodAffinity> pod, Optional<PodAffinity> antiPod) {
    public static final Affinity NONE =
            new Affinity(Optional.empty(), Optional.empty(), Optional.empty());
}
