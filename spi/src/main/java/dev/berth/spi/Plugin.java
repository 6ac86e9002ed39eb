package dev.berth.spi;

import dev.berth.model.Kind;

import java.util.Set;

/// Something that takes part in scheduling; what it does is said by the extension points it
/// implements.
public interface Plugin extends AutoCloseable {
    /// The kinds of objects it reads besides pods and nodes; a scheduler of a real cluster listens
    /// to no others.
    default Set<Kind> reads() {
        return Set.of();
    }

    /// Called once when the scheduler stops or the plugin is replaced.
    @Override
    default void close() {}
}
