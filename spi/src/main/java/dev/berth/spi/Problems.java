package dev.berth.spi;

import java.util.List;

/// Collects what is wrong with a plugin's arguments; all of it, not the first only.
///
/// Paths are relative to the arguments, such as `scoringStrategy.resources[0].weight`.
@FunctionalInterface
public interface Problems {
    void add(String path, Object value, String problem);

    /// What must be there is not.
    default void required(String path, String problem) {
        add(path, "", problem);
    }

    /// The value stands there a second time.
    default void duplicate(String path, Object value) {
        add(path, value, "duplicate value");
    }

    /// The value is none of those there are.
    default void unsupported(String path, Object value, List<String> supported) {
        add(path, value, "supported values: " + String.join(", ", supported));
    }

    /// What is there must not be.
    default void forbidden(String path, Object value, String problem) {
        add(path, value, problem);
    }
}
