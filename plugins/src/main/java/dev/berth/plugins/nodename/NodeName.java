package dev.berth.plugins.nodename;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.DependsOn;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodPart;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import java.util.Set;

/// Rejects all nodes except the one in the pod's `spec.nodeName` (kube-scheduler: `NodeName`).
public final class NodeName implements Filter, EnqueueExtensions, RejectionExplainer {
    static final Reject OTHER_NODE =
            Reject.unresolvable("node(s) didn't match the requested node name");
    private static final DependsOn DEPENDS =
            DependsOn.onAttributes().alsoKeyedBy(PodPart.NODE_NAME);

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        String wanted = cycle.pod().spec().nodeName();
        var filter = new Named(wanted);
        return wanted.isEmpty()
                ? PreFilterResult.of(filter)
                : PreFilterResult.runOn(filter, Set.of(wanted));
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        return PreFilterResult.of(new Named(cycle.pod().spec().nodeName()));
    }

    private record Named(String wanted) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return wanted.isEmpty() || wanted.equals(node.name()) ? Verdict.PASS : OTHER_NODE;
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            if (!wanted.isEmpty()) {
                NodeFilter.super.testAll(nodes, candidates, out);
            }
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        String wanted = cycle.pod().spec().nodeName();
        boolean exists = cycle.nodes().row(wanted).isPresent();
        return RejectionDetails.of(
                exists
                        ? "remove spec.nodeName from the pod if it can run on another node"
                        : "add the node that spec.nodeName names, or correct the name: there is no"
                                + " such node",
                RejectionFact.ofPod("node-name", wanted).with("matchingNodes", exists ? 1 : 0));
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "NodeName";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new NodeName();
        }
    }
}
