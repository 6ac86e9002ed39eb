package dev.berth.model;

import java.util.List;

/// One alternative of a node selector: label requirements and field requirements, all of which must
/// hold.
public record NodeSelectorTerm(List<Requirement> matchExpressions, List<Requirement> matchFields) {
    public NodeSelectorTerm {
        matchExpressions = List.copyOf(matchExpressions);
        matchFields = List.copyOf(matchFields);
    }
}
