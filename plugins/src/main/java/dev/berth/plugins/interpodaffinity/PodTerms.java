package dev.berth.plugins.interpodaffinity;

import dev.berth.model.Affinity;
import dev.berth.model.Labels;
import dev.berth.model.PodAffinity;
import dev.berth.model.PodShape;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The parsed terms of a pod.
///
/// @param problem the problem of an invalid term; the list with that term is empty
record PodTerms(
        List<Term> affinity, List<Term> antiAffinity, List<Term> preferred, String problem) {
    private static final PodTerms NONE = new PodTerms(List.of(), List.of(), List.of(), "");

    /// The pods that a term selects, its topology key and its weight. The weight of anti-affinity
    /// is negative.
    record Term(
            Set<String> namespaces,
            Selector namespaceSelector,
            Selector selector,
            String topologyKey,
            int weight) {
        /// Whether the term selects a pod with these labels, in a namespace with `namespaceLabels`.
        boolean means(String namespace, Labels namespaceLabels, Labels labels) {
            return (namespaces.contains(namespace) || namespaceSelector.matches(namespaceLabels))
                    && selector.matches(labels);
        }
    }

    static PodTerms of(PodShape shape) {
        Affinity affinity = shape.template().affinity();
        if (affinity.pod().isEmpty() && affinity.antiPod().isEmpty()) {
            return NONE;
        }
        var problems = new ArrayList<String>();
        String namespace = shape.namespace();
        List<Term> near =
                read(
                        "requiredAffinityTerms",
                        affinity.pod(),
                        part -> required(part, namespace),
                        problems);
        List<Term> away =
                read(
                        "requiredAntiAffinityTerms",
                        affinity.antiPod(),
                        part -> required(part, namespace),
                        problems);
        var preferred =
                new ArrayList<>(
                        read(
                                "preferredAffinityTerms",
                                affinity.pod(),
                                part -> preferred(part, namespace, 1),
                                problems));
        preferred.addAll(
                read(
                        "preferredAntiAffinityTerms",
                        affinity.antiPod(),
                        part -> preferred(part, namespace, -1),
                        problems));
        return new PodTerms(near, away, List.copyOf(preferred), joined(problems));
    }

    /// The required affinity terms only.
    ///
    /// @throws SelectorException if a term is invalid
    static List<Term> affinity(PodShape shape) {
        return required(shape.template().affinity().pod(), shape.namespace());
    }

    /// The required anti-affinity terms only.
    ///
    /// @throws SelectorException if a term is invalid
    static List<Term> antiAffinity(PodShape shape) {
        return required(shape.template().affinity().antiPod(), shape.namespace());
    }

    private static List<Term> required(Optional<PodAffinity> part, String namespace) {
        return part.map(terms -> required(terms, namespace)).orElse(List.of());
    }

    private static String joined(List<String> problems) {
        return switch (problems.size()) {
            case 0 -> "";
            case 1 -> problems.getFirst();
            default -> "[" + String.join(", ", problems) + "]";
        };
    }

    private static List<Term> read(
            String what,
            Optional<PodAffinity> part,
            Function<PodAffinity, List<Term>> reader,
            List<String> problems) {
        if (part.isEmpty()) {
            return List.of();
        }
        try {
            return reader.apply(part.get());
        } catch (SelectorException unreadable) {
            problems.add(what + ": " + unreadable.getMessage());
            return List.of();
        }
    }

    private static List<Term> required(PodAffinity part, String namespace) {
        return part.required().stream().map(term -> term(term, namespace, 1)).toList();
    }

    private static List<Term> preferred(PodAffinity part, String namespace, int sign) {
        return part.preferred().stream()
                .map(each -> term(each.term(), namespace, sign * each.weight()))
                .toList();
    }

    private static Term term(PodAffinity.Term written, String namespace, int weight) {
        boolean own = written.namespaces().isEmpty() && written.namespaceSelector().isEmpty();
        return new Term(
                own ? Set.of(namespace) : Set.copyOf(written.namespaces()),
                Selector.of(written.namespaceSelector()),
                Selector.of(written.selector()),
                written.topologyKey(),
                weight);
    }
}
