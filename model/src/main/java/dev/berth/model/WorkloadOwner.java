package dev.berth.model;

import java.util.Optional;

/// A replica set, stateful set or replication controller: what default spreading takes a pod's
/// siblings from.
public record WorkloadOwner(Kind kind, Meta meta, Optional<LabelSelector> selector)
        implements KubeObject {}
