package dev.berth.plugins.nodeaffinity;

import dev.berth.model.Labels;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.PodTemplate;
import dev.berth.model.Requirement;
import dev.berth.plugins.SelectorText;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodCycle;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.StateKey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which labels a pod requires, and how many nodes have them.
final class AffinityExplanation {
    private static final StateKey<AffinityExplanation> KEY =
            StateKey.of("NodeAffinity explanation", AffinityExplanation.class);

    private final Nodes nodes;
    private final Map<Requirement, Counts> counted = new HashMap<>();

    /// @param labeled nodes that have the label, whatever its value
    /// @param matching nodes that satisfy the requirement
    private record Counts(int labeled, int matching) {}

    private AffinityExplanation(Nodes nodes) {
        this.nodes = nodes;
    }

    /// The explanation for one cycle, which counts the nodes of each requirement once.
    static AffinityExplanation in(PodCycle cycle) {
        Optional<AffinityExplanation> known = cycle.get(KEY);
        if (known.isPresent()) {
            return known.get();
        }
        var fresh = new AffinityExplanation(cycle.nodes());
        cycle.put(KEY, fresh);
        return fresh;
    }

    /// The requirements of the pod that the node does not satisfy.
    RejectionDetails ofPod(Pod pod, NodeView node) {
        PodTemplate.Parts parts = pod.template().parts();
        var facts = new ArrayList<RejectionFact>();
        boolean unknown = false;
        for (Map.Entry<String, String> label : parts.nodeSelector().orElse(Labels.NONE)) {
            var requirement =
                    new Requirement(label.getKey(), Requirement.IN, List.of(label.getValue()));
            if (!requirement.matches(node.labels())) {
                facts.add(fact("node-selector", requirement));
                unknown |= counts(requirement).matching() == 0;
            }
        }
        List<NodeSelectorTerm> terms =
                parts.affinity()
                        .node()
                        .flatMap(dev.berth.model.NodeAffinity::required)
                        .orElse(List.of());
        facts.addAll(unmet("node-affinity", terms, node));
        return RejectionDetails.of(
                unknown
                        ? "label a node as the pod's node selector requires, or change the"
                                + " selector: no node has such a label"
                        : facts.isEmpty()
                                ? "correct the pod's node affinity: it has no valid term"
                                : "change the pod's node selector or node affinity, or label a node"
                                        + " to match it",
                facts);
    }

    /// The terms, of which a node must match one: those requirements that the node does not
    /// satisfy.
    List<RejectionFact> unmet(String type, List<NodeSelectorTerm> terms, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        for (int i = 0; i < terms.size(); i++) {
            for (Requirement requirement : terms.get(i).matchExpressions()) {
                if (!requirement.matches(node.labels())) {
                    facts.add(inTerm(fact(type, requirement), i, terms));
                }
            }
            for (Requirement requirement : terms.get(i).matchFields()) {
                if (requirement.values().contains(node.name())
                        != requirement.operator().equals(Requirement.IN)) {
                    facts.add(inTerm(fieldFact(type, requirement), i, terms));
                }
            }
        }
        return facts;
    }

    private static RejectionFact inTerm(RejectionFact fact, int term, List<?> terms) {
        return terms.size() == 1 ? fact : fact.with("term", term + 1);
    }

    private RejectionFact fact(String type, Requirement requirement) {
        Counts counts = counts(requirement);
        return RejectionFact.ofPod(type, SelectorText.of(requirement))
                .with("key", requirement.key())
                .with("nodesWithLabel", counts.labeled())
                .with("matchingNodes", counts.matching());
    }

    private RejectionFact fieldFact(String type, Requirement requirement) {
        long existing =
                requirement.values().stream().filter(name -> nodes.row(name).isPresent()).count();
        return RejectionFact.ofPod(type, SelectorText.of(requirement))
                .with("key", requirement.key())
                .with(
                        "matchingNodes",
                        requirement.operator().equals(Requirement.IN)
                                ? existing
                                : nodes.count() - existing);
    }

    /// The terms of the pod, if PreFilter leaves no node at all.
    RejectionDetails ofNames(Pod pod, String advice) {
        var facts = new ArrayList<RejectionFact>();
        pod.template()
                .affinity()
                .node()
                .flatMap(dev.berth.model.NodeAffinity::required)
                .orElse(List.of())
                .forEach(term ->
                        term.matchFields()
                                .forEach(field -> facts.add(fieldFact("node-affinity", field))));
        return RejectionDetails.of(advice, facts);
    }

    private Counts counts(Requirement requirement) {
        return counted.computeIfAbsent(
                requirement,
                it -> {
                    int labeled = 0;
                    int matching = 0;
                    for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                        Labels labels = nodes.view(row).labels();
                        labeled += labels.has(it.key()) ? 1 : 0;
                        matching += it.matches(labels) ? 1 : 0;
                    }
                    return new Counts(labeled, matching);
                });
    }
}
