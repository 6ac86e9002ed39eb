package dev.berth.spi;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.util.Collection;
import java.util.Optional;

/// Objects other than pods and nodes as last seen, custom resources included; read on the
/// scheduling thread.
public interface Objects {
    Optional<KubeObject> get(Kind kind, String key);

    /// In key order.
    Collection<KubeObject> list(Kind kind);
}
