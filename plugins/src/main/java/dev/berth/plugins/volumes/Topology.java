package dev.berth.plugins.volumes;

import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.NodeSelector;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Requirement;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A condition on node labels, and the labels by which matching nodes can be found.
///
/// @param wanted the condition
/// @param finders for each term the labels that every matching node has; empty if there are none
record Topology(Predicate<Labels> wanted, Optional<List<List<Finder>>> finders) {
    /// A label that must have one of these values.
    record Finder(String label, List<String> values) {}

    static final Topology EVERYWHERE = new Topology(labels -> true, Optional.empty());

    static Topology of(List<NodeSelectorTerm> terms) {
        var selector = NodeSelector.of(terms);
        var finders = new ArrayList<List<Finder>>();
        for (NodeSelectorTerm term : terms) {
            finders.add(finders(term.matchExpressions()));
        }
        // Parity: no node name is passed, so requirements on node fields are not evaluated.
        return new Topology(labels -> selector.matches(labels, ""), complete(finders));
    }

    static Topology of(LabelSelector written) {
        var finders = new ArrayList<>(finders(written.matchExpressions()));
        written.matchLabels()
                .forEach(label ->
                        finders.add(new Finder(label.getKey(), List.of(label.getValue()))));
        try {
            return new Topology(
                    Selector.of(Optional.of(written))::matches, complete(List.of(finders)));
        } catch (SelectorException unreadable) {
            return new Topology(labels -> false, Optional.of(List.of()));
        }
    }

    private static List<Finder> finders(List<Requirement> requirements) {
        return requirements.stream()
                .filter(each -> each.operator().equals(Requirement.IN))
                .map(each -> new Finder(each.key(), each.values()))
                .toList();
    }

    private static Optional<List<List<Finder>>> complete(List<List<Finder>> finders) {
        return finders.stream().anyMatch(List::isEmpty)
                ? Optional.empty()
                : Optional.of(List.copyOf(finders));
    }
}
