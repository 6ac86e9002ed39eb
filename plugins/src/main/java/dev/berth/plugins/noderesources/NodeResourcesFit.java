package dev.berth.plugins.noderesources;

import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.Requests;
import dev.berth.model.ResourceList;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;

import java.util.Optional;

/// Filters nodes by their free resources and scores them by their utilization (kube-scheduler:
/// `NodeResourcesFit`).
public final class NodeResourcesFit
        implements Filter, Score, EnqueueExtensions, StateObserver, RejectionExplainer {
    private final FitArgs args;
    private final AllocationScore score;

    private final ExtendedResourceClasses classes = new ExtendedResourceClasses();

    NodeResourcesFit(FitArgs args, NodeDevices devices) {
        this.args = args;
        this.score = AllocationScore.of(args.scoringStrategy(), devices);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (after.or(() -> before).orElseThrow() instanceof DeviceClass deviceClass) {
            classes.changed(deviceClass, after.isPresent());
        }
    }

    @Override
    public void forgetAll() {
        classes.clear();
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        return PreFilterResult.of(
                new FitFilter(
                        cycle.pod().template().requests().fit(), args, cycle.nodes(), classes));
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw new IllegalStateException(
                "error reading \"PreFilterNodeResourcesFit\" from cycleState: not found");
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return score.scorerFor(cycle, feasible);
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        return new FitExplanation(cycle.pod().template().requests().fit(), cycle.nodes())
                .of(why, node);
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.ASSIGNED_POD,
                ClusterEvent.DELETE | ClusterEvent.UPDATE_POD_SCALE_DOWN,
                QueueingHints.QueueingHint.forPodShape(NodeResourcesFit::capacityFreed));
        hints.on(
                ClusterEvent.TARGET_POD,
                ClusterEvent.UPDATE_POD_SCALE_DOWN,
                NodeResourcesFit::capacityFreed);
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_ALLOCATABLE,
                QueueingHints.QueueingHint.forPodShape(this::capacityOffered));
        hints.on(
                ClusterEvent.DEVICE_CLASS,
                ClusterEvent.ADD | ClusterEvent.UPDATE,
                NodeResourcesFit::offeredByDevices);
    }

    /// Whether a DeviceClass now provides a resource that the pod requests.
    private static boolean offeredByDevices(Pod unschedulable, ObjectChange change) {
        if (!(change.after().isPresent() && change.after().get() instanceof DeviceClass now)) {
            return true;
        }
        Optional<String> offered = now.extendedResourceName();
        Requests requests = unschedulable.template().requests().fit();
        if (change.before().isPresent() && change.before().get() instanceof DeviceClass before) {
            return !before.extendedResourceName().orElse("").equals(offered.orElse(""))
                    && offered.isPresent()
                    && requestsResource(requests, offered.get());
        }
        return requestsResource(requests, ExtendedResourceClasses.IMPLICIT_PREFIX + now.name())
                || offered.isPresent() && requestsResource(requests, offered.get());
    }

    private static boolean requestsResource(Requests requests, String name) {
        for (int i = 0; i < requests.scalars(); i++) {
            if (requests.scalarName(i).equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean capacityFreed(Pod unschedulable, ObjectChange change) {
        if (!(change.before().isPresent() && change.before().get() instanceof Pod before)) {
            return true;
        }
        if (!(change.after().isPresent() && change.after().get() instanceof Pod after)) {
            return before.placedOrNominated();
        }
        if (after.uid().equals(unschedulable.uid())) {
            return true;
        }
        return after.assigned() && shrank(unschedulable, before, after);
    }

    private static boolean shrank(Pod unschedulable, Pod before, Pod after) {
        Requests requests = unschedulable.template().requests().fit();
        Requests had = before.requests().accounting();
        Requests has = after.requests().accounting();
        if (requests.cpuMillis() != 0 && had.cpuMillis() > has.cpuMillis()
                || requests.memoryBytes() != 0 && had.memoryBytes() > has.memoryBytes()
                || requests.ephemeralBytes() != 0 && had.ephemeralBytes() > has.ephemeralBytes()) {
            return true;
        }
        for (int i = 0; i < requests.scalars(); i++) {
            String name = requests.scalarName(i);
            if (requests.scalarAmount(i) != 0 && had.amount(name) > has.amount(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean capacityOffered(Pod unschedulable, ObjectChange change) {
        if (!(change.after().isPresent() && change.after().get() instanceof Node now)) {
            return true;
        }
        Requests requests = unschedulable.template().requests().fit();
        Requests offers = Requests.of(now.allocatable());
        if (pods(now) < 1 || !covers(offers, requests)) {
            return false;
        }
        if (!(change.before().isPresent() && change.before().get() instanceof Node before)) {
            return true;
        }
        return pods(now) > pods(before)
                || grew(requests, Requests.of(before.allocatable()), offers);
    }

    private boolean covers(Requests offers, Requests requests) {
        if (requests.cpuMillis() > 0 && requests.cpuMillis() > offers.cpuMillis()
                || requests.memoryBytes() > 0 && requests.memoryBytes() > offers.memoryBytes()
                || requests.ephemeralBytes() > 0
                        && requests.ephemeralBytes() > offers.ephemeralBytes()) {
            return false;
        }
        for (int i = 0; i < requests.scalars(); i++) {
            long offered = offers.amount(requests.scalarName(i));
            boolean byDevices = offered <= 0 && classes.classOf(requests.scalarName(i)).isPresent();
            if (requests.scalarAmount(i) != 0 && requests.scalarAmount(i) > offered && !byDevices) {
                return false;
            }
        }
        return true;
    }

    private static boolean grew(Requests requests, Requests before, Requests now) {
        if (requests.cpuMillis() > 0 && now.cpuMillis() > before.cpuMillis()
                || requests.memoryBytes() > 0 && now.memoryBytes() > before.memoryBytes()
                || requests.ephemeralBytes() > 0
                        && now.ephemeralBytes() > before.ephemeralBytes()) {
            return true;
        }
        for (int i = 0; i < requests.scalars(); i++) {
            String name = requests.scalarName(i);
            if (requests.scalarAmount(i) != 0 && now.amount(name) > before.amount(name)) {
                return true;
            }
        }
        return false;
    }

    private static long pods(Node node) {
        return node.allocatable().get(ResourceList.PODS).map(pods -> pods.value()).orElse(0L);
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<FitArgs> {
        @Override
        public String name() {
            return "NodeResourcesFit";
        }

        @Override
        public FitArgs defaults() {
            return FitArgs.DEFAULT;
        }

        @Override
        public void check(FitArgs args, Gates on, Problems out) {
            args.check(out);
        }

        @Override
        public Plugin create(FitArgs args, PluginContext context) {
            return new NodeResourcesFit(args, context.shared(NodeDevices.KEY, NodeDevices::new));
        }
    }
}
