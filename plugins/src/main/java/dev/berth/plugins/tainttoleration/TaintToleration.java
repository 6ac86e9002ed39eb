package dev.berth.plugins.tainttoleration;

import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.Taint;
import dev.berth.model.Toleration;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.DependsOn;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Score;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.List;

/// Rejects nodes with taints that the pod does not tolerate, and prefers nodes without
/// `PreferNoSchedule` taints (kube-scheduler: `TaintToleration`).
public final class TaintToleration implements Filter, Score, EnqueueExtensions, RejectionExplainer {
    static final Reject UNTOLERATED = Reject.unresolvable("node(s) had untolerated taint(s)");

    private static final DependsOn DEPENDS = DependsOn.onAttributes();

    /// The prefix of the taints that Kubernetes sets by the conditions of a node.
    private static final String CONDITION_TAINTS = "node.kubernetes.io/";

    private final boolean comparisons;

    TaintToleration(boolean comparisons) {
        this.comparisons = comparisons;
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        return PreFilterResult.of(
                new Forbidding(cycle.pod().template().tolerations(), comparisons));
    }

    /// Rejects nodes with an untolerated `NoSchedule` or `NoExecute` taint.
    private record Forbidding(List<Toleration> tolerations, boolean comparisons)
            implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return forbids(node.node()) ? UNTOLERATED : Verdict.PASS;
        }

        boolean forbids(Node node) {
            for (Taint taint : node.taints()) {
                if (taint.forbids() && !taint.toleratedBy(tolerations, comparisons)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        List<Toleration> tolerations =
                cycle.pod().template().tolerations().stream()
                        .filter(each ->
                                each.effect().isEmpty()
                                        || each.effect().equals(Taint.PREFER_NO_SCHEDULE))
                        .toList();
        return PreScoreResult.of(new Asking(tolerations, comparisons));
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        throw new IllegalStateException(
                "failed to read \"PreScoreTaintToleration\" from cycleState: not found");
    }

    /// Counts the untolerated `PreferNoSchedule` taints.
    private record Asking(List<Toleration> tolerations, boolean comparisons) implements NodeScorer {
        @Override
        public long score(NodeView node) {
            long count = 0;
            for (Taint taint : node.node().taints()) {
                if (taint.effect().equals(Taint.PREFER_NO_SCHEDULE)
                        && !taint.toleratedBy(tolerations, comparisons)) {
                    count++;
                }
            }
            return count;
        }

        @Override
        public NormalizeScore normalizeScore() {
            return NormalizeScore.LOWEST_IS_BEST;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        boolean condition = true;
        for (Taint taint : node.node().taints()) {
            if (taint.forbids()
                    && !taint.toleratedBy(cycle.pod().template().tolerations(), comparisons)) {
                facts.add(
                        RejectionFact.ofNodes("taint", text(taint))
                                .with("key", taint.key())
                                .with("value", taint.value())
                                .with("effect", taint.effect()));
                condition &= taint.key().startsWith(CONDITION_TAINTS);
            }
        }
        return RejectionDetails.of(
                condition && !facts.isEmpty()
                        ? "wait until the node is healthy again, or repair it: Kubernetes sets this"
                                + " taint because of the state of the node"
                        : "add a toleration for the taint to the pod, or remove the taint",
                facts);
    }

    private static String text(Taint taint) {
        String value = taint.value().isEmpty() ? "" : "=" + taint.value();
        return taint.key() + value + ":" + taint.effect();
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_TAINT,
                QueueingHints.QueueingHint.forPodShape(this::opened));
        hints.on(
                ClusterEvent.TARGET_POD,
                ClusterEvent.UPDATE_POD_TOLERATION,
                (unschedulable, change) ->
                        change.after().isPresent()
                                && change.after().get().meta().uid().equals(unschedulable.uid()));
    }

    private boolean opened(Pod unschedulable, ObjectChange change) {
        var test = new Forbidding(unschedulable.template().tolerations(), comparisons);
        return change.after().isPresent()
                && change.after().get() instanceof Node now
                && !test.forbids(now)
                && (change.before().isEmpty()
                        || change.before().get() instanceof Node before && test.forbids(before));
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "TaintToleration";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new TaintToleration(context.gates().on("TaintTolerationComparisonOperators"));
        }
    }
}
