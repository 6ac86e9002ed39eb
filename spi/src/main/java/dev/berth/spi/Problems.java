package dev.berth.spi;

import java.util.List;

/// Collects all problems in the arguments of a plugin (Kubernetes: `field.ErrorList`).
///
/// Paths are relative to the arguments, such as `scoringStrategy.resources[0].weight`.
@FunctionalInterface
public interface Problems {
    /// Reports an invalid value.
    void add(String path, Object value, String problem);

    /// Reports a missing value.
    default void required(String path, String problem) {
        add(path, "", problem);
    }

    /// Reports a value that occurs more than once.
    default void duplicate(String path, Object value) {
        add(path, value, "duplicate value");
    }

    /// Reports a value that is not one of the supported values.
    default void unsupported(String path, Object value, List<String> supported) {
        add(path, value, "supported values: \"" + String.join("\", \"", supported) + "\"");
    }

    /// Reports a value that must not be set.
    default void forbidden(String path, Object value, String problem) {
        add(path, value, problem);
    }
}
