package dev.berth.plugins.nodeunschedulable;

import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.Taint;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.DependsOn;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Verdict;

/// Rejects cordoned nodes, unless the pod tolerates the taint (kube-scheduler:
/// `NodeUnschedulable`).
public final class NodeUnschedulable implements Filter, EnqueueExtensions, RejectionExplainer {
    static final Reject CORDONED = Reject.unresolvable("node(s) were unschedulable");
    private static final Taint CORDON =
            new Taint("node.kubernetes.io/unschedulable", "", Taint.NO_SCHEDULE);

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        return PreFilterResult.of(new Cordon(tolerates(cycle.pod())));
    }

    private record Cordon(boolean tolerated) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return tolerated || !node.node().unschedulable() ? Verdict.PASS : CORDONED;
        }

        @Override
        public DependsOn dependsOn() {
            return DependsOn.onAttributes();
        }
    }

    private static boolean tolerates(Pod pod) {
        return CORDON.toleratedBy(pod.template().tolerations(), false);
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        return RejectionDetails.of(
                "uncordon a node: kubectl uncordon NODE",
                RejectionFact.ofNodes("cordon", CORDON.key()).with("effect", CORDON.effect()));
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_TAINT,
                QueueingHints.QueueingHint.forPodShape((unschedulable, change) -> opened(change)));
        hints.on(
                ClusterEvent.TARGET_POD,
                ClusterEvent.UPDATE_POD_TOLERATION,
                (unschedulable, change) ->
                        change.after().isPresent()
                                && change.after().get() instanceof Pod pod
                                && pod.uid().equals(unschedulable.uid())
                                && tolerates(pod));
    }

    private static boolean opened(ObjectChange change) {
        return change.after().isPresent()
                && change.after().get() instanceof Node now
                && !now.unschedulable()
                && (change.before().isEmpty()
                        || change.before().get() instanceof Node before && before.unschedulable());
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "NodeUnschedulable";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new NodeUnschedulable();
        }
    }
}
