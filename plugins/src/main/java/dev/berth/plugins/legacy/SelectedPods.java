package dev.berth.plugins.legacy;

import dev.berth.model.Labels;
import dev.berth.model.Selector;
import dev.berth.spi.PodMatcher;

/// The pods of one namespace that a selector selects.
record SelectedPods(String namespace, Selector selector) implements PodMatcher {
    @Override
    public boolean matches(String podNamespace, Labels labels) {
        return namespace.equals(podNamespace) && selector.matches(labels);
    }
}
