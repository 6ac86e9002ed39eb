package dev.berth.spi;

/// Collects what is wrong with a plugin's arguments; all of it, not the first only.
@FunctionalInterface
public interface Problems {
    /// `path` is relative to the arguments, such as `scoringStrategy.resources[0].weight`.
    void add(String path, Object value, String problem);
}
