package dev.berth.plugins.interpodaffinity;

import dev.berth.model.Labels;
import dev.berth.model.PodShape;
import dev.berth.spi.PodMatcher;

import java.util.List;

/// A pending pod and the pods that its terms select.
///
/// @param allAffinity the pods that match all required affinity terms
/// @param antiAffinity a matcher for each required anti-affinity term
/// @param preferred a matcher for each preferred term of both kinds
record IncomingPod(
        PodShape shape,
        PodTerms terms,
        PodMatcher allAffinity,
        List<PodMatcher> antiAffinity,
        List<PodMatcher> preferred) {
    private static final PodMatcher NO_POD = (namespace, labels) -> false;

    static IncomingPod of(PodShape shape, NamespaceLabels namespaces) {
        PodTerms terms = PodTerms.of(shape);
        List<PodMatcher> affinity = matchers(terms.affinity(), namespaces);
        return new IncomingPod(
                shape,
                terms,
                affinity.isEmpty() ? NO_POD : TermMatchers.all(affinity),
                matchers(terms.antiAffinity(), namespaces),
                matchers(terms.preferred(), namespaces));
    }

    private static List<PodMatcher> matchers(
            List<PodTerms.Term> terms, NamespaceLabels namespaces) {
        return terms.stream().map(term -> TermMatchers.ofIncoming(term, namespaces)).toList();
    }

    boolean meansItself() {
        return allAffinity.matches(shape.namespace(), shape.labels());
    }

    String namespace() {
        return shape.namespace();
    }

    Labels labels() {
        return shape.labels();
    }
}
