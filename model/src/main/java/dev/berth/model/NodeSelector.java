package dev.berth.model;

import java.util.ArrayList;
import java.util.List;

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

    /// The problems of invalid terms.
    public List<SelectorProblem> problems() {
        return problems;
    }
}
