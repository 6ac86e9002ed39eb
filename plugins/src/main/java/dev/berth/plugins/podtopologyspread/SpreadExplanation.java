package dev.berth.plugins.podtopologyspread;

import dev.berth.plugins.SelectorText;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.Domains;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The constraints behind a rejection, with the number of pods in each domain.
final class SpreadExplanation {
    private static final int MAX_DOMAINS = 10;

    private final Nodes nodes;

    SpreadExplanation(Nodes nodes) {
        this.nodes = nodes;
    }

    /// The constraints that the node does not satisfy.
    RejectionDetails of(List<SpreadFilter.Rule> rules, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        boolean unlabeled = false;
        for (SpreadFilter.Rule rule : rules) {
            DomainCounts counts = rule.counts();
            int domain = counts.domains().of(node.row());
            if (domain < 0) {
                unlabeled = true;
                facts.add(
                        constraint(rule).with("nodesWithLabel", counts.domains().labeled().size()));
            } else if (counts.count(domain) > rule.limit()) {
                facts.add(
                        constraint(rule)
                                .with("matchingPodsInDomain", counts.count(domain))
                                .with("fewestPodsInDomain", counts.lowest())
                                .with("domains", counts.open())
                                .with("minDomains", rule.constraint().minDomains()));
                facts.add(domains(counts, domain));
            }
        }
        return RejectionDetails.of(
                unlabeled
                        ? "label the node with the topologyKey of the constraint, or correct the"
                                + " key"
                        : "free resources in the domains with fewer pods, raise maxSkew, or set"
                                + " whenUnsatisfiable to ScheduleAnyway",
                facts);
    }

    private static RejectionFact constraint(SpreadFilter.Rule rule) {
        return RejectionFact.ofPod("topology-spread", rule.constraint().topologyKey())
                .with("selector", SelectorText.of(rule.constraint().selector()))
                .with("maxSkew", rule.constraint().maxSkew());
    }

    /// The number of pods by domain: the domain of the node, then those with the fewest pods.
    private RejectionFact domains(DomainCounts counts, int own) {
        Map<Integer, String> names = names(counts);
        List<Integer> shown =
                names.keySet().stream()
                        .sorted(
                                Comparator.<Integer>comparingInt(each -> each == own ? 0 : 1)
                                        .thenComparingInt(counts::count)
                                        .thenComparing(names::get))
                        .limit(MAX_DOMAINS)
                        .toList();
        RejectionFact fact = RejectionFact.ofNodes("topology-domains", counts.domains().key());
        for (int domain : shown) {
            fact = fact.with(names.getOrDefault(domain, ""), counts.count(domain));
        }
        return fact;
    }

    private Map<Integer, String> names(DomainCounts counts) {
        Domains domains = counts.domains();
        var names = new HashMap<Integer, String>();
        NodeSet labeled = domains.labeled();
        for (int row = labeled.next(0); row >= 0; row = labeled.next(row + 1)) {
            int domain = domains.of(row);
            if (counts.isOpen(domain) && !names.containsKey(domain)) {
                names.put(domain, nodes.view(row).labels().getOr(domains.key(), ""));
            }
        }
        return names;
    }
}
