package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// A PodDisruptionBudget: how many of the selected pods can be disrupted now. `disruptedPods` are
/// the names of the pods that are counted already.
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
