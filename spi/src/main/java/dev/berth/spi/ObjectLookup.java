package dev.berth.spi;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.util.Optional;

/// Finds objects of any kind as last observed, including pods and nodes.
@FunctionalInterface
public interface ObjectLookup {
    /// The object with this key (`namespace/name`, or the name of a cluster-scoped object).
    Optional<KubeObject> find(Kind kind, String key);
}
