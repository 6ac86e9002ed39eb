package dev.berth.spi;

import dev.berth.model.Labels;

/// Decides by namespace and labels which pods belong to a [SelectorGroup]. Equal matchers share one
/// group: use records. If a matcher throws, the counts of its group cannot be read until it
/// succeeds: a plugin that reads them fails, and with it the attempt.
@FunctionalInterface
public interface PodMatcher {
    boolean matches(String namespace, Labels labels);

    /// Whether answers change with the labels of namespaces; such groups are counted anew when
    /// those change.
    default boolean readsNamespaces() {
        return false;
    }
}
