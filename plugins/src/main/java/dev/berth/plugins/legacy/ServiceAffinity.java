package dev.berth.plugins.legacy;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.model.Selector;
import dev.berth.spi.Domains;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Keeps the pods of a service on nodes with equal values of some labels, and spreads them over the
/// values of others (kube-scheduler 1.18: `ServiceAffinity`). Every event requeues the pods that it
/// rejected.
final class ServiceAffinity implements Filter, Score, StateObserver, RejectionExplainer {
    private final ServiceAffinityArgs args;
    private final PluginContext context;
    private final PodServices services;

    ServiceAffinity(ServiceAffinityArgs args, PluginContext context) {
        this.args = args;
        this.context = context;
        this.services = new PodServices(context::objects);
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(Kind.SERVICE);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        services.changed(before, after);
    }

    @Override
    public void forgetAll() {
        services.forget();
    }

    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        Labels selected = pod.template().parts().nodeSelector().orElse(Labels.NONE);
        var given = new TreeMap<String, String>();
        var open = new ArrayList<String>();
        for (String label : args.affinityLabels()) {
            selected.get(label)
                    .ifPresentOrElse(value -> given.put(label, value), () -> open.add(label));
        }
        boolean readMatchingPods = !open.isEmpty() && !services.of(pod).isEmpty();
        if (given.isEmpty() && !readMatchingPods) {
            return PreFilterResult.SKIP;
        }
        Selector matchingPods =
                readMatchingPods ? Selector.exactly(pod.labels()) : Selector.NOTHING;
        var alike = new SelectedPods(pod.namespace(), matchingPods);
        return PreFilterResult.of(
                new ServiceFilter(
                        Labels.of(given),
                        readMatchingPods ? List.copyOf(open) : List.of(),
                        new MatchingPods(alike, context.selectorGroup(alike), cycle.nodes())));
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        if (args.affinityLabels().isEmpty()) {
            return PreFilterResult.SKIP;
        }
        throw new IllegalStateException(
                "error reading \"PreFilterServiceAffinity\" from cycleState: not found");
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        if (filterFor(cycle) instanceof PreFilterResult.Run(ServiceFilter filter)) {
            for (Map.Entry<String, String> label : filter.wanted()) {
                if (!node.labels().get(label.getKey()).equals(Optional.of(label.getValue()))) {
                    facts.add(
                            RejectionFact.ofNodes(
                                            "service-affinity",
                                            label.getKey() + "=" + label.getValue())
                                    .with("key", label.getKey())
                                    .with("value", label.getValue()));
                }
            }
        }
        return RejectionDetails.of(
                "free resources on the nodes of the service, or set the labels in the pod's node"
                        + " selector",
                facts);
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        List<String> labels = args.antiAffinityLabelsPreference();
        if (labels.isEmpty()) {
            return PreScoreResult.SKIP;
        }
        List<Labels> selectors = services.of(cycle.pod());
        Selector first =
                selectors.isEmpty() ? Selector.NOTHING : Selector.exactly(selectors.getFirst());
        var alike = new SelectedPods(cycle.pod().namespace(), first);
        return PreScoreResult.of(new Spread(labels, context.selectorGroup(alike), cycle.nodes()));
    }

    /// Prefers label values with few pods of the service.
    private record Spread(List<String> labels, SelectorGroup group, Nodes nodes)
            implements NodeScorer {
        @Override
        public long score(NodeView node) {
            return (long) group.count(node.row()) - group.terminating(node.row());
        }

        @Override
        public NormalizeScore normalizeScore() {
            return this::spread;
        }

        private void spread(NodeSet feasible, Scores scores) {
            double[] shares = new double[nodes.rows()];
            for (String label : labels) {
                addShare(nodes.domains(label), feasible, scores, shares);
            }
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                scores.set(row, (long) shares[row]);
            }
        }

        private void addShare(Domains domains, NodeSet feasible, Scores counts, double[] shares) {
            long total = 0;
            long[] inDomain = new long[domains.limit()];
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                total += counts.get(row);
                if (domains.of(row) >= 0) {
                    inDomain[domains.of(row)] += counts.get(row);
                }
            }
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                int domain = domains.of(row);
                if (domain >= 0) {
                    double share =
                            total == 0 ? 1 : (double) (total - inDomain[domain]) / (double) total;
                    shares[row] += MAX_SCORE * share / labels.size();
                }
            }
        }
    }
}
