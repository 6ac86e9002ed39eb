package dev.berth.plugins.legacy;

import dev.berth.model.Labels;
import dev.berth.spi.Domains;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodChange;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Requires nodes with the label values of the pod's node selector and, for other labels, with the
/// values of the node of the first matching pod.
final class ServiceFilter implements NodeFilter {
    private static final Reject MISMATCH =
            Reject.unschedulable("node(s) didn't match service affinity");

    private final Labels given;
    private final List<String> open;
    private final MatchingPods matchingPods;
    private final Labels wanted;

    /// @param open the labels without a value in the node selector
    ServiceFilter(Labels given, List<String> open, MatchingPods matchingPods) {
        this.given = given;
        this.open = open;
        this.matchingPods = matchingPods;
        this.wanted = findWanted();
    }

    /// The label values that a node must have.
    Labels wanted() {
        return wanted;
    }

    private Labels findWanted() {
        OptionalInt first = open.isEmpty() ? OptionalInt.empty() : matchingPods.first();
        if (first.isEmpty()) {
            return given;
        }
        Labels there = matchingPods.nodes().view(first.getAsInt()).labels();
        var values = given.asMap();
        for (String label : open) {
            there.get(label).ifPresent(value -> values.put(label, value));
        }
        return Labels.of(values);
    }

    @Override
    public Verdict test(NodeView node) {
        return node.labels().containsAll(wanted) ? Verdict.PASS : MISMATCH;
    }

    @Override
    public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        var domains = new Domains[wanted.size()];
        var domainWanted = new int[domains.length];
        int at = 0;
        for (Map.Entry<String, String> each : wanted) {
            domains[at] = nodes.domains(each.getKey());
            domainWanted[at] = domainOf(domains[at], each.getValue(), nodes);
            at++;
        }
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            for (int i = 0; i < domains.length; i++) {
                if (domainWanted[i] < 0 || domains[i].of(row) != domainWanted[i]) {
                    out.reject(row, MISMATCH);
                    break;
                }
            }
        }
    }

    /// Evaluates one node of each domain; -1 if no node has the value.
    private static int domainOf(Domains domains, String value, Nodes nodes) {
        boolean[] met = new boolean[domains.limit()];
        NodeSet rows = domains.labeled();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            int domain = domains.of(row);
            if (!met[domain]) {
                met[domain] = true;
                if (nodes.view(row).labels().getOr(domains.key(), "").equals(value)) {
                    return domain;
                }
            }
        }
        return -1;
    }

    @Override
    public NodeFilter after(PodChange change) {
        return matchingPods.contain(change.pod())
                ? new ServiceFilter(given, open, matchingPods.after(change))
                : this;
    }
}
