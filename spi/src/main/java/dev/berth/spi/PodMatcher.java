package dev.berth.spi;

import dev.berth.model.Labels;

/// Decides by namespace and labels which pods belong to a [SelectorGroup]. Equal matchers share one
/// group: use records. An exception counts as no.
@FunctionalInterface
public interface PodMatcher {
    boolean matches(String namespace, Labels labels);

    /// Whether answers change with the labels of namespaces; such groups are counted anew when
    /// those change.
    default boolean readsNamespaces() {
        return false;
    }
}
