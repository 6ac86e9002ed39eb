package dev.berth.model;

import java.util.ArrayList;
import java.util.List;

/// Alternatives of which a node must meet one.
///
/// A term that cannot be read matches no node; the others count all the same.
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

    /// What cannot be read.
    public List<SelectorProblem> problems() {
        return problems;
    }
}
