package dev.berth.spi;

import dev.berth.model.Labels;

/// Selects pods by their namespace and labels. Equal matchers share one [SelectorGroup], so
/// implement matchers as records. If a matcher throws an exception, the counts of its group cannot
/// be read until the matcher succeeds: a plugin that reads them fails, and so does the attempt.
@FunctionalInterface
public interface PodMatcher {
    boolean matches(String namespace, Labels labels);

    /// Whether the result depends on the labels of namespaces. The engine counts the groups of such
    /// a matcher again when the labels of a namespace change.
    default boolean readsNamespaces() {
        return false;
    }
}
