package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// Which pods a pod must or would rather be near to, or, as anti-affinity, away from.
public record PodAffinity(List<Term> required, List<Preferred> preferred) {
    public PodAffinity {
        required = List.copyOf(required);
        preferred = List.copyOf(preferred);
    }

    /// Pods chosen by namespace and labels, and the topology that counts as near.
    public record Term(
            Optional<LabelSelector> selector,
            List<String> namespaces,
            Optional<LabelSelector> namespaceSelector,
            String topologyKey,
            List<String> matchLabelKeys,
            List<String> mismatchLabelKeys) {
        public Term {
            namespaces = List.copyOf(namespaces);
            matchLabelKeys = List.copyOf(matchLabelKeys);
            mismatchLabelKeys = List.copyOf(mismatchLabelKeys);
        }
    }

    /// A term with the weight it adds to a node's score.
    public record Preferred(int weight, Term term) {}
}
