package dev.berth.spi;

/// Something that takes part in scheduling; what it does is said by the extension points it
/// implements.
public interface Plugin extends AutoCloseable {
    /// Called once when the scheduler stops or the plugin is replaced.
    @Override
    default void close() {}
}
