package dev.berth.spi;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.util.Optional;

/// Objects of any kind as last seen, pods and nodes included.
@FunctionalInterface
public interface ObjectLookup {
    Optional<KubeObject> find(Kind kind, String key);
}
