package dev.berth.model;

import java.util.List;

/// A label selector as written; `{}` selects everything, an absent one nothing.
public record LabelSelector(Labels matchLabels, List<Requirement> matchExpressions) {
    public LabelSelector {
        matchExpressions = List.copyOf(matchExpressions);
    }
}
