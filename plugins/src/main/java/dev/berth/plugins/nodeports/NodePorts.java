package dev.berth.plugins.nodeports;

import dev.berth.model.HostPort;
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

import java.util.ArrayList;
import java.util.List;

/// Rejects nodes on which a host port of the pod is in use (kube-scheduler: `NodePorts`).
public final class NodePorts implements Filter, EnqueueExtensions, RejectionExplainer {
    static final Reject TAKEN =
            Reject.unschedulable("node(s) didn't have free ports for the requested pod ports");

    private static final DependsOn DEPENDS = DependsOn.onRow();

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        List<HostPort> wanted = cycle.pod().template().hostPorts();
        return wanted.isEmpty()
                ? PreFilterResult.skip(DependsOn.onPodShape())
                : PreFilterResult.of(new Free(wanted));
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw new IllegalStateException(
                "reading \"PreFilterNodePorts\" from cycleState: not found");
    }

    private record Free(List<HostPort> wanted) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            for (HostPort port : wanted) {
                if (node.portTaken(port)) {
                    return TAKEN;
                }
            }
            return Verdict.PASS;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        for (HostPort wanted : cycle.pod().template().hostPorts()) {
            List<String> users =
                    node.pods().stream()
                            .filter(pod ->
                                    pod.template().hostPorts().stream().anyMatch(wanted::conflicts))
                            .map(Pod::key)
                            .sorted()
                            .toList();
            if (!users.isEmpty()) {
                facts.add(
                        RejectionFact.ofPod(
                                        "host-port",
                                        "%d/%s".formatted(wanted.port(), wanted.protocol()))
                                .with("port", wanted.port())
                                .with("protocol", wanted.protocol())
                                .with("hostIP", wanted.address())
                                .pods(users));
            }
        }
        return RejectionDetails.of(
                "use another host port or a Service, add a node, or move the pod that uses the"
                        + " port",
                facts);
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE, NodePorts::freed);
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
    }

    private static boolean freed(Pod unschedulable, ObjectChange change) {
        if (!(change.before().isPresent() && change.before().get() instanceof Pod gone)) {
            return true;
        }
        if (!gone.placedOrNominated()) {
            return false;
        }
        for (HostPort closed : gone.template().hostPorts()) {
            for (HostPort wanted : unschedulable.template().hostPorts()) {
                if (closed.conflicts(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "NodePorts";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new NodePorts();
        }
    }
}
