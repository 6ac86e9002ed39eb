package dev.berth.spi;

import dev.berth.model.Kind;

import java.util.Set;

/// A plugin of a profile (kube-scheduler: `Plugin`). It implements the interfaces of its extension
/// points.
public interface Plugin extends AutoCloseable {
    /// The kinds that the plugin reads besides pods and nodes. The scheduler lists and watches no
    /// other kinds, and needs RBAC permissions for these.
    default Set<Kind> reads() {
        return Set.of();
    }

    /// Releases resources. Called once, when the scheduler stops or the plugin is replaced.
    @Override
    default void close() {}
}
