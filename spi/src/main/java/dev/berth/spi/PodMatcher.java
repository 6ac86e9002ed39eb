package dev.berth.spi;

import dev.berth.model.Labels;

/// Decides by namespace and labels which pods belong to a [SelectorGroup]. Equal matchers share one group: use records.
@FunctionalInterface
public interface PodMatcher {
    boolean matches(String namespace, Labels labels);
}
