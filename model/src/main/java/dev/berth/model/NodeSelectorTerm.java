package dev.berth.model;

import java.util.ArrayList;
import java.util.List;

/// A term of a node selector: requirements on labels and fields, all of which must match.
public record NodeSelectorTerm(List<Requirement> matchExpressions, List<Requirement> matchFields) {
    /// The only field that node selectors support.
    public static final String NAME_FIELD = "metadata.name";

    public NodeSelectorTerm {
        matchExpressions = List.copyOf(matchExpressions);
        matchFields = List.copyOf(matchFields);
    }

    /// Whether the term has no requirements. Such a term matches no node.
    public boolean isEmpty() {
        return matchExpressions.isEmpty() && matchFields.isEmpty();
    }

    boolean matches(Labels labels, String name) {
        for (int i = 0; i < matchExpressions.size(); i++) {
            if (!matchExpressions.get(i).matches(labels)) {
                return false;
            }
        }
        if (name.isEmpty()) {
            return true;
        }
        for (int i = 0; i < matchFields.size(); i++) {
            Requirement field = matchFields.get(i);
            String value = field.key().equals(NAME_FIELD) ? name : "";
            if (field.values().contains(value) != field.operator().equals(Requirement.IN)) {
                return false;
            }
        }
        return true;
    }

    /// The problems of invalid requirements. `path` is the prefix of their paths.
    public List<SelectorProblem> problems(String path) {
        var problems = new ArrayList<SelectorProblem>();
        for (int i = 0; i < matchExpressions.size(); i++) {
            problems.addAll(
                    matchExpressions.get(i).problems(path + ".matchExpressions[" + i + "]."));
        }
        for (int i = 0; i < matchFields.size(); i++) {
            problems.addAll(matchFields.get(i).fieldProblems(path + ".matchFields[" + i + "]."));
        }
        return problems;
    }
}
