package dev.berth.plugins.nodedeclaredfeatures;

import dev.berth.model.Node;
import dev.berth.model.Pod;
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

/// Rejects nodes that do not declare the features that a pod requires (kube-scheduler:
/// `NodeDeclaredFeatures`).
public final class NodeDeclaredFeatures implements Filter, EnqueueExtensions, RejectionExplainer {
    static final Reject LACKING =
            Reject.unresolvable("node(s) didn't match Pod's required features");

    private static final DependsOn DEPENDS = DependsOn.onAttributes();

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        int needed = Features.neededBy(cycle.pod());
        return needed == Features.NONE
                ? PreFilterResult.skip(DependsOn.onPodShape())
                : PreFilterResult.of(new Declared(needed));
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw new IllegalStateException(
                "error reading \"PreFilterNodeDeclaredFeatures\" from cycle-state: not found");
    }

    private record Declared(int needed) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            int declared = Features.declared(node.node().declaredFeatures());
            return (needed & ~declared) == 0 ? Verdict.PASS : LACKING;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        int lacking =
                Features.neededBy(cycle.pod()) & ~Features.declared(node.node().declaredFeatures());
        return RejectionDetails.of(
                "upgrade the kubelets or enable the feature there, or remove it from the pod",
                Features.names(lacking).stream()
                        .map(feature -> RejectionFact.ofPod("node-feature", feature))
                        .toList());
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_DECLARED_FEATURE,
                (unschedulable, change) -> declaresOtherwise(change));
        hints.on(
                ClusterEvent.TARGET_POD, ClusterEvent.UPDATE, NodeDeclaredFeatures::needsOtherwise);
    }

    private static boolean declaresOtherwise(ObjectChange change) {
        return !(change.before().isPresent()
                && change.before().get() instanceof Node before
                && change.after().isPresent()
                && change.after().get() instanceof Node now
                && before.declaredFeatures().equals(now.declaredFeatures()));
    }

    private static boolean needsOtherwise(Pod unschedulable, ObjectChange change) {
        return change.before().isPresent()
                && change.before().get() instanceof Pod before
                && change.after().isPresent()
                && change.after().get() instanceof Pod now
                && now.uid().equals(unschedulable.uid())
                && Features.neededBy(before) != Features.neededBy(now);
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "NodeDeclaredFeatures";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new NodeDeclaredFeatures();
        }
    }
}
