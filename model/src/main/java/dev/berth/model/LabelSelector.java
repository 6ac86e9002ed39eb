package dev.berth.model;

import java.util.List;

/// A label selector. The selector `{}` selects all objects, and an absent selector none.
public record LabelSelector(Labels matchLabels, List<Requirement> matchExpressions) {
    public LabelSelector {
        matchExpressions = List.copyOf(matchExpressions);
    }
}
