package dev.berth.devices.allocation;

import dev.berth.model.Node;
import dev.berth.model.NodeSelector;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Requirement;
import dev.berth.model.SelectorProblem;
import dev.berth.model.device.ResourceSlice.NodeSelection;

import java.util.List;
import java.util.stream.Collectors;

/// The nodes that slices and devices select.
public final class NodeSelectors {
    private NodeSelectors() {}

    /// Parses a node selector.
    ///
    /// @throws AllocationException if it is invalid
    public static NodeSelector parse(List<NodeSelectorTerm> terms) {
        NodeSelector selector = NodeSelector.of(terms);
        if (!selector.problems().isEmpty()) {
            throw new AllocationException(SelectorProblem.join(selector.problems()));
        }
        return selector;
    }

    /// Whether the node is selected.
    ///
    /// @throws AllocationException if the selector is invalid
    static boolean selects(NodeSelection nodes, Node node) {
        if (!nodes.node().isEmpty()) {
            return nodes.node().equals(node.name());
        }
        if (nodes.allNodes()) {
            return true;
        }
        if (nodes.nodeSelector().isEmpty()) {
            return false;
        }
        List<NodeSelectorTerm> terms = nodes.nodeSelector().get();
        try {
            return parse(terms).matches(node.labels(), node.name());
        } catch (AllocationException invalid) {
            throw new AllocationException(
                    "failed to parse node selector %s: %s".formatted(text(terms), invalid.text()));
        }
    }

    // Parity: messages contain the selector as Go prints it.
    private static String text(List<NodeSelectorTerm> terms) {
        return "&NodeSelector{NodeSelectorTerms:[]NodeSelectorTerm{%s},}"
                .formatted(
                        terms.stream()
                                .map(term ->
                                        "NodeSelectorTerm{MatchExpressions:%s,MatchFields:%s,},"
                                                .formatted(
                                                        requirements(term.matchExpressions()),
                                                        requirements(term.matchFields())))
                                .collect(Collectors.joining()));
    }

    private static String requirements(List<Requirement> requirements) {
        return "[]NodeSelectorRequirement{%s}"
                .formatted(
                        requirements.stream()
                                .map(each ->
                                        "NodeSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                                                .formatted(
                                                        each.key(),
                                                        each.operator(),
                                                        String.join(" ", each.values())))
                                .collect(Collectors.joining()));
    }
}
