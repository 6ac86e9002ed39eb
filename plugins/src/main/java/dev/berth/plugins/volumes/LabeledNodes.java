package dev.berth.plugins.volumes;

import dev.berth.model.Labels;
import dev.berth.model.Node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The names of the nodes by label value, for the labels that have been requested.
final class LabeledNodes {
    private final Map<String, Labels> labels = new HashMap<>();
    private final Map<String, Map<String, Set<String>>> byLabel = new HashMap<>();

    void nodeChanged(Optional<Node> before, Optional<Node> after) {
        before.ifPresent(node -> remove(node.name()));
        after.ifPresent(node -> add(node.name(), node.labels()));
    }

    void forgetAll() {
        labels.clear();
        byLabel.clear();
    }

    private void remove(String node) {
        Labels known = labels.remove(node);
        if (known == null) {
            return;
        }
        byLabel.forEach((label, byValue) ->
                known.get(label)
                        .ifPresent(value ->
                                byValue.computeIfPresent(
                                        value,
                                        (_, names) ->
                                                names.remove(node) && names.isEmpty()
                                                        ? null
                                                        : names)));
    }

    private void add(String node, Labels carried) {
        labels.put(node, carried);
        byLabel.forEach((label, byValue) -> add(node, carried.get(label), byValue));
    }

    private static void add(String node, Optional<String> value, Map<String, Set<String>> byValue) {
        value.ifPresent(there -> byValue.computeIfAbsent(there, _ -> new HashSet<>(2)).add(node));
    }

    /// The nodes that have the label with one of the values.
    Set<String> with(Topology.Finder finder) {
        Map<String, Set<String>> byValue = byLabel.computeIfAbsent(finder.label(), this::index);
        if (finder.values().size() == 1) {
            return byValue.getOrDefault(finder.values().getFirst(), Set.of());
        }
        var names = new HashSet<String>();
        finder.values().forEach(value -> names.addAll(byValue.getOrDefault(value, Set.of())));
        return names;
    }

    private Map<String, Set<String>> index(String label) {
        var byValue = new HashMap<String, Set<String>>();
        labels.forEach((node, carried) -> add(node, carried.get(label), byValue));
        return byValue;
    }
}
