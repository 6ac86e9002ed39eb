package dev.berth.plugins;

import dev.berth.model.Requirement;
import dev.berth.model.Selector;
import dev.berth.spi.QueueingHints.NeededLabel;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The labels by which the objects of a selector can be found.
public final class SelectorLabels {
    private SelectorLabels() {}

    /// Labels of which every selected object has one; empty if there are none.
    public static Optional<Set<NeededLabel>> needed(Selector selector) {
        if (selector.equals(Selector.NOTHING)) {
            return Optional.of(Set.of());
        }
        for (Requirement requirement : selector.requirements()) {
            if (requirement.operator().equals(Requirement.IN)) {
                var labels = new HashSet<NeededLabel>();
                for (String value : requirement.values()) {
                    labels.add(new NeededLabel(requirement.key(), value));
                }
                return Optional.of(labels);
            }
        }
        return Optional.empty();
    }
}
