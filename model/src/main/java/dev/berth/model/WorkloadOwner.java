package dev.berth.model;

import java.util.Optional;

/// A ReplicaSet, StatefulSet or ReplicationController. The default topology spread constraints use
/// its selector.
public record WorkloadOwner(Kind kind, Meta meta, Optional<LabelSelector> selector)
        implements KubeObject {}
