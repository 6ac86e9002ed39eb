package dev.berth.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The terms of a node selector, of which a node must match one.
///
/// An invalid term matches no node and does not affect the other terms.
public final class NodeSelector {
    private final List<NodeSelectorTerm> terms;
    private final List<SelectorProblem> problems;

    private NodeSelector(List<NodeSelectorTerm> terms, List<SelectorProblem> problems) {
        this.terms = terms;
        this.problems = problems;
    }

    public static NodeSelector of(List<NodeSelectorTerm> written) {
        var terms = new ArrayList<NodeSelectorTerm>();
        var problems = new ArrayList<SelectorProblem>();
        for (int i = 0; i < written.size(); i++) {
            NodeSelectorTerm term = written.get(i);
            List<SelectorProblem> wrong = term.problems("nodeSelectorTerms[" + i + "]");
            problems.addAll(wrong);
            if (!term.isEmpty() && wrong.isEmpty()) {
                terms.add(term);
            }
        }
        return new NodeSelector(List.copyOf(terms), List.copyOf(problems));
    }

    public boolean matches(Labels labels, String name) {
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i).matches(labels, name)) {
                return true;
            }
        }
        return false;
    }

    /// The name of the node, if the selector consists of the name of one node.
    public Optional<String> onlyNode() {
        if (terms.size() != 1) {
            return Optional.empty();
        }
        NodeSelectorTerm term = terms.getFirst();
        if (!term.matchExpressions().isEmpty() || term.matchFields().size() != 1) {
            return Optional.empty();
        }
        Requirement field = term.matchFields().getFirst();
        return field.key().equals(NodeSelectorTerm.NAME_FIELD)
                        && field.operator().equals(Requirement.IN)
                        && field.values().size() == 1
                ? Optional.of(field.values().getFirst())
                : Optional.empty();
    }

    /// The problems of invalid terms.
    public List<SelectorProblem> problems() {
        return problems;
    }
}
