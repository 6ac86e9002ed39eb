package dev.berth.plugins.podtopologyspread;

import dev.berth.model.Labels;
import dev.berth.model.Requirement;
import dev.berth.model.Selector;
import dev.berth.model.SpreadConstraint;
import dev.berth.spi.PodMatcher;

import java.util.List;

/// A topology spread constraint for one pod.
///
/// @param honorAffinity whether only nodes that match the pod's node affinity count
/// @param honorTaints whether only nodes whose taints the pod tolerates count
record ActiveConstraint(
        int maxSkew,
        String topologyKey,
        Selector selector,
        int minDomains,
        boolean honorAffinity,
        boolean honorTaints) {
    /// The constraint with its own selector, or with the derived selector of a default constraint.
    static ActiveConstraint of(SpreadConstraint written, Selector selector, Labels podLabels) {
        Selector narrowed = selector;
        for (String key : written.matchLabelKeys()) {
            if (podLabels.has(key) && !selector.equals(Selector.NOTHING)) {
                narrowed =
                        narrowed.and(
                                new Requirement(
                                        key, Requirement.IN, List.of(podLabels.getOr(key, ""))));
            }
        }
        return new ActiveConstraint(
                written.maxSkew(),
                written.topologyKey(),
                narrowed,
                written.minDomains().orElse(1),
                written.nodeAffinityPolicy().orElse("Honor").equals("Honor"),
                written.nodeTaintsPolicy().orElse("Ignore").equals("Honor"));
    }

    /// The pods that count for a pod in this namespace.
    PodMatcher matcher(String namespace) {
        return new Siblings(namespace, selector);
    }

    // Parity: a selector that selects all pods counts none.
    private record Siblings(String namespace, Selector selector) implements PodMatcher {
        @Override
        public boolean matches(String podNamespace, Labels labels) {
            return namespace.equals(podNamespace)
                    && !selector.isEmpty()
                    && selector.matches(labels);
        }
    }
}
