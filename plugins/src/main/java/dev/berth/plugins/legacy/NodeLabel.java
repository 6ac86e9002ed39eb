package dev.berth.plugins.legacy;

import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.DependsOn;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Rejections;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.List;

/// Requires or prefers nodes that have some labels and lack others, for all pods (kube-scheduler
/// 1.18: `NodeLabel`).
final class NodeLabel implements Filter, Score, EnqueueExtensions, RejectionExplainer {
    private static final Reject MISMATCH =
            Reject.unresolvable("node(s) didn't have the requested labels");
    private static final DependsOn DEPENDS = DependsOn.onAttributes();

    private final NodeLabelArgs args;

    NodeLabel(NodeLabelArgs args) {
        this.args = args;
    }

    @Override
    public boolean hasPreFilter() {
        return false;
    }

    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        return args.presentLabels().isEmpty() && args.absentLabels().isEmpty()
                ? PreFilterResult.SKIP
                : PreFilterResult.of(new Demand(args));
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return args.presentLabelsPreference().isEmpty() && args.absentLabelsPreference().isEmpty()
                ? PreScoreResult.SKIP
                : PreScoreResult.of(new Preference(args));
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        for (String label : args.presentLabels()) {
            if (!node.labels().has(label)) {
                facts.add(fact(label, "present", cycle.nodes()));
            }
        }
        for (String label : args.absentLabels()) {
            if (node.labels().has(label)) {
                facts.add(fact(label, "absent", cycle.nodes()));
            }
        }
        return RejectionDetails.of(
                "label a node according to presentLabels and absentLabels of the plugin, or change"
                        + " these",
                facts);
    }

    private static RejectionFact fact(String label, String required, Nodes nodes) {
        return RejectionFact.ofPod("node-label", label)
                .with("required", required)
                .with("nodesWithLabel", nodes.domains(label).labeled().size());
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL,
                (unschedulable, change) -> helps(change));
    }

    private boolean helps(ObjectChange change) {
        return change.after().isEmpty()
                || !(change.after().get() instanceof Node now)
                || Demand.met(args, now.labels());
    }

    private static NodeSet[] labeled(Nodes nodes, List<String> labels) {
        return labels.stream().map(label -> nodes.domains(label).labeled()).toArray(NodeSet[]::new);
    }

    private record Demand(NodeLabelArgs args) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return met(args, node.labels()) ? Verdict.PASS : MISMATCH;
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            NodeSet[] present = labeled(nodes, args.presentLabels());
            NodeSet[] absent = labeled(nodes, args.absentLabels());
            for (int word = 0; word < candidates.words(); word++) {
                long unmet = 0;
                for (NodeSet each : present) {
                    unmet |= ~each.word(word);
                }
                for (NodeSet each : absent) {
                    unmet |= each.word(word);
                }
                out.rejectWord(word, candidates.word(word) & unmet, MISMATCH);
            }
        }

        static boolean met(NodeLabelArgs args, Labels labels) {
            for (String label : args.presentLabels()) {
                if (!labels.has(label)) {
                    return false;
                }
            }
            for (String label : args.absentLabels()) {
                if (labels.has(label)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    /// Scores a node by the share of preferences that it satisfies.
    private record Preference(NodeLabelArgs args) implements NodeScorer {
        @Override
        public long score(NodeView node) {
            long met = 0;
            for (String label : args.presentLabelsPreference()) {
                met += node.labels().has(label) ? 1 : 0;
            }
            for (String label : args.absentLabelsPreference()) {
                met += node.labels().has(label) ? 0 : 1;
            }
            return share(met);
        }

        @Override
        public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
            NodeSet[] present = labeled(nodes, args.presentLabelsPreference());
            NodeSet[] absent = labeled(nodes, args.absentLabelsPreference());
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                long met = 0;
                for (NodeSet each : present) {
                    met += each.contains(row) ? 1 : 0;
                }
                for (NodeSet each : absent) {
                    met += each.contains(row) ? 0 : 1;
                }
                out.set(row, share(met));
            }
        }

        private long share(long met) {
            int all = args.presentLabelsPreference().size() + args.absentLabelsPreference().size();
            return met * MAX_SCORE / all;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }
}
