package dev.berth.plugins.interpodaffinity;

import dev.berth.model.Pod;
import dev.berth.plugins.SelectorText;
import dev.berth.spi.Domains;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.StateKey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/// The terms behind a rejection, and the pods that they select.
final class TermExplanation {
    private static final StateKey<TermExplanation> KEY =
            StateKey.of("InterPodAffinity explanation", TermExplanation.class);
    private static final int MAX_PODS = 3;

    private final Nodes nodes;
    private final Map<Place, Found> found = new HashMap<>();

    /// The pods of a domain that a term is about.
    ///
    /// @param domain -1 for the pods of all nodes
    private record Place(Object term, String topologyKey, int domain) {}

    /// @param some some of the pods by name
    private record Found(int count, List<String> some) {}

    private TermExplanation(Nodes nodes) {
        this.nodes = nodes;
    }

    /// The explanation for one cycle, which searches the pods of each domain once.
    static TermExplanation in(PodCycle cycle) {
        Optional<TermExplanation> known = cycle.get(KEY);
        if (known.isPresent()) {
            return known.get();
        }
        var fresh = new TermExplanation(cycle.nodes());
        cycle.put(KEY, fresh);
        return fresh;
    }

    /// The affinity terms that the node's domain does not satisfy.
    RejectionDetails notNear(IncomingPod pod, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        var advice = new LinkedHashSet<String>();
        for (PodTerms.Term term : pod.terms().affinity()) {
            Found everywhere = pods(pod.allAffinity(), term.topologyKey(), -1);
            Domains domains = nodes.domains(term.topologyKey());
            int domain = domains.of(node.row());
            int here = domain < 0 ? 0 : pods(pod.allAffinity(), term.topologyKey(), domain).count();
            if (here == 0) {
                facts.add(
                        term("pod-affinity", term)
                                .with("matchingPods", everywhere.count())
                                .with("matchingPodsInDomain", here)
                                .with("nodesWithLabel", domains.labeled().size()));
                advice.add(
                        domains.labeled().isEmpty()
                                ? "label the nodes with the topologyKey of the pod's affinity term,"
                                        + " or correct the key: no node has this label"
                                : everywhere.count() == 0
                                        ? "start a pod that the pod's affinity term selects, or"
                                              + " correct its label selector or its namespaces: no"
                                              + " pod matches"
                                        : "free resources in the domains of the pods that the"
                                                + " affinity term selects, or start such a pod in"
                                                + " another domain");
            }
        }
        return new RejectionDetails(facts, List.copyOf(advice));
    }

    /// The anti-affinity terms of the pod that select pods of the node's domain.
    RejectionDetails tooNear(IncomingPod pod, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        for (int i = 0; i < pod.terms().antiAffinity().size(); i++) {
            PodTerms.Term term = pod.terms().antiAffinity().get(i);
            int domain = nodes.domains(term.topologyKey()).of(node.row());
            if (domain >= 0) {
                Found here = pods(pod.antiAffinity().get(i), term.topologyKey(), domain);
                if (here.count() > 0) {
                    facts.add(
                            term("pod-anti-affinity", term)
                                    .with("matchingPodsInDomain", here.count())
                                    .pods(here.some()));
                }
            }
        }
        return RejectionDetails.of(
                "add a node in another domain, or use a preferred anti-affinity term: the domain"
                        + " already has a pod that the pod's anti-affinity excludes",
                facts);
    }

    /// The anti-affinity terms of other pods in the node's domains that select the pod.
    ///
    /// @param termsOf the required anti-affinity terms of a pod that select the pod
    RejectionDetails excluded(NodeView node, Function<Pod, List<PodTerms.Term>> termsOf) {
        var terms = new LinkedHashSet<PodTerms.Term>();
        for (String key : keys(termsOf)) {
            int domain = nodes.domains(key).of(node.row());
            if (domain >= 0) {
                eachPod(
                        key,
                        domain,
                        pod -> {
                            termsOf.apply(pod).stream()
                                    .filter(term -> term.topologyKey().equals(key))
                                    .forEach(terms::add);
                            return terms.size() < MAX_PODS;
                        });
            }
        }
        var facts = new ArrayList<RejectionFact>();
        for (PodTerms.Term term : terms) {
            int domain = nodes.domains(term.topologyKey()).of(node.row());
            Found owners =
                    found(
                            new Place(term, term.topologyKey(), domain),
                            pod -> termsOf.apply(pod).contains(term));
            facts.add(
                    RejectionFact.ofOtherPods("existing-pod-anti-affinity", term.topologyKey())
                            .with("selector", SelectorText.of(term.selector()))
                            .with("matchingPodsInDomain", owners.count())
                            .pods(owners.some()));
        }
        return RejectionDetails.of(
                "add a node in another domain, or change the anti-affinity of the existing pod that"
                        + " excludes this pod",
                facts);
    }

    private final Set<String> keys = new TreeSet<>();
    private boolean keysKnown;

    /// The topology keys of all terms that select the pod.
    private Set<String> keys(Function<Pod, List<PodTerms.Term>> termsOf) {
        if (!keysKnown) {
            keysKnown = true;
            eachPod(
                    "",
                    -1,
                    pod -> {
                        termsOf.apply(pod).forEach(term -> keys.add(term.topologyKey()));
                        return true;
                    });
        }
        return keys;
    }

    private static RejectionFact term(String type, PodTerms.Term term) {
        RejectionFact fact =
                RejectionFact.ofPod(type, term.topologyKey())
                        .with("selector", SelectorText.of(term.selector()));
        return term.namespaces().isEmpty()
                ? fact
                : fact.with("namespaces", String.join(",", new TreeSet<>(term.namespaces())));
    }

    private Found pods(PodMatcher matcher, String topologyKey, int domain) {
        return found(
                new Place(matcher, topologyKey, domain),
                pod -> matcher.matches(pod.namespace(), pod.labels()));
    }

    private Found found(Place place, Predicate<Pod> wanted) {
        Found known = found.get(place);
        if (known == null) {
            var count = new int[1];
            var some = new ArrayList<String>();
            eachPod(
                    place.topologyKey(),
                    place.domain(),
                    pod -> {
                        if (wanted.test(pod)) {
                            count[0]++;
                            if (some.size() < MAX_PODS) {
                                some.add(pod.key());
                            }
                        }
                        return true;
                    });
            known = new Found(count[0], some);
            found.put(place, known);
        }
        return known;
    }

    /// Calls `action` for the pods of a domain until it returns false.
    private void eachPod(String topologyKey, int domain, Predicate<Pod> action) {
        Domains domains = nodes.domains(topologyKey);
        for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
            if (domain < 0 || domains.of(row) == domain) {
                for (Pod pod : nodes.view(row).pods()) {
                    if (!action.test(pod)) {
                        return;
                    }
                }
            }
        }
    }

    /// Whether the term of a running pod selects the pod.
    static boolean selects(PodTerms.Term term, IncomingPod pod, NamespaceLabels namespaces) {
        return TermMatchers.ofRunning(term, namespaces).matches(pod.namespace(), pod.labels());
    }
}
