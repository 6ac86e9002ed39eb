package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// How many of the selected pods may be disrupted now; `disruptedPods` are names already counted.
public record DisruptionBudget(
        Meta meta,
        Optional<LabelSelector> selector,
        int disruptionsAllowed,
        List<String> disruptedPods)
        implements KubeObject {
    public DisruptionBudget {
        disruptedPods = List.copyOf(disruptedPods);
    }

    @Override
    public Kind kind() {
        return Kind.DISRUPTION_BUDGET;
    }
}
