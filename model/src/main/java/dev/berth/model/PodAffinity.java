package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// The required and preferred pod affinity or anti-affinity of a pod.
public record PodAffinity(List<Term> required, List<Preferred> preferred) {
    public PodAffinity {
        required = List.copyOf(required);
        preferred = List.copyOf(preferred);
    }

    /// A term: pods selected by namespace and labels, and a topology key.
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

    /// A preferred term and its weight.
    public record Preferred(int weight, Term term) {}
}
