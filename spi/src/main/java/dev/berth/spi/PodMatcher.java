package dev.berth.spi;

import dev.berth.model.Labels;

/// Selects pods by their namespace and labels. Equal matchers share one [SelectorGroup], so
/// implement matchers as records. A pod for which the matcher throws an exception does not match.
@FunctionalInterface
public interface PodMatcher {
    boolean matches(String namespace, Labels labels);

    /// Whether the result depends on the labels of namespaces. The engine counts the groups of such
    /// a matcher again when the labels of a namespace change.
    default boolean readsNamespaces() {
        return false;
    }
}
