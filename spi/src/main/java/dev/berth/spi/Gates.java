package dev.berth.spi;

/// The feature gates of the scheduler.
@FunctionalInterface
public interface Gates {
    /// Whether the feature gate with this name is enabled.
    boolean on(String gate);
}
