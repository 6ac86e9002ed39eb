package dev.berth.plugins.volumes;

import dev.berth.model.CsiDriver;
import dev.berth.model.CsiNode;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
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
import dev.berth.spi.Rejections;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Rejects nodes on which a CSI driver cannot attach the volumes of the pod (kube-scheduler:
/// `NodeVolumeLimits`).
///
/// [VolumeCounts] keeps the free attachments of every node. What-ifs count the volumes of a node
/// again ([NodeVolumes]).
public final class NodeVolumeLimits
        implements Filter, EnqueueExtensions, StateObserver, RejectionExplainer {
    static final Reject TOO_MANY = Reject.unschedulable("node(s) exceed max volume count");

    /// The gate that rejects nodes without the CSI driver, if the driver requires this.
    private static final String SCALING = "VolumeLimitScaling";

    private final PluginContext context;
    private final boolean scaling;
    private final Set<Kind> kinds;
    private final VolumeLookup seen;
    private final AttachedVolumes attachments = new AttachedVolumes();
    private final StaleNodes stale;
    private final VolumeCounts counts;

    NodeVolumeLimits(PluginContext context) {
        this.context = context;
        this.scaling = context.gates().on(SCALING);
        this.kinds = kinds(scaling);
        this.seen = new ObservedVolumes(context::objects);
        var remembered = new VolumeCache(seen);
        this.stale = new StaleNodes(attachments, remembered);
        this.counts = new VolumeCounts(context::objects, attachments, remembered, stale);
    }

    private static Set<Kind> kinds(boolean scaling) {
        var kinds =
                new HashSet<>(
                        Set.of(
                                Kind.PERSISTENT_VOLUME,
                                Kind.PERSISTENT_VOLUME_CLAIM,
                                Kind.STORAGE_CLASS,
                                Kind.CSI_NODE,
                                Kind.VOLUME_ATTACHMENT));
        if (scaling) {
            kinds.add(Kind.CSI_DRIVER);
        }
        return Set.copyOf(kinds);
    }

    @Override
    public Set<Kind> reads() {
        return kinds;
    }

    @Override
    public void nodeChanged(Optional<Node> before, Optional<Node> after) {
        stale.nodeChanged(before, after);
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        stale.podPlaced(pod, node);
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        stale.podRemoved(pod, node);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        stale.objectChanged(before, after);
    }

    @Override
    public void forgetAll() {
        attachments.forgetAll();
        stale.forgetAll();
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        if (!DriverVolumes.counts(pod)) {
            return PodVolumeClaims.SKIP_VOLUMES;
        }
        kinds.forEach(context.objects()::require);
        return PreFilterResult.of(new FreeCapacity(wanted(pod, true), wanted(pod, false)));
    }

    /// The volumes of a pod on a kind of node, or the reason why they cannot be determined.
    private sealed interface Wanted {
        record Volumes(Set<DriverVolume> all) implements Wanted {}

        record Missing(Reject why) implements Wanted {}

        record Unknown(String why) implements Wanted {}
    }

    private Wanted wanted(Pod pod, boolean drivers) {
        try {
            return new Wanted.Volumes(DriverVolumes.ofNew(pod, seen, drivers));
        } catch (DriverVolumes.NoClaim missing) {
            return new Wanted.Missing(Reject.unresolvable(missing.why()));
        } catch (DriverVolumes.Unclear problem) {
            return new Wanted.Unknown(problem.why());
        }
    }

    private final class FreeCapacity implements NodeFilter {
        private final Wanted withDrivers;
        private final Wanted elsewhere;

        /// @param withDrivers the volumes on nodes with a CSINode
        FreeCapacity(Wanted withDrivers, Wanted elsewhere) {
            this.withDrivers = withDrivers;
            this.elsewhere = elsewhere;
        }

        @Override
        public Verdict test(NodeView node) {
            Optional<CsiNode> drivers = counts.csiNode(node.name());
            return switch (drivers.isPresent() ? withDrivers : elsewhere) {
                case Wanted.Missing(Reject why) -> why;
                case Wanted.Unknown(String why) -> throw new DriverVolumes.Unclear(why);
                case Wanted.Volumes(Set<DriverVolume> all) -> test(all, node, drivers);
            };
        }

        private Verdict test(Set<DriverVolume> wanted, NodeView node, Optional<CsiNode> drivers) {
            Optional<String> absent = absent(needed(wanted), drivers);
            if (absent.isPresent()) {
                return notInstalled(absent.get());
            }
            if (wanted.isEmpty()
                    || drivers.isEmpty()
                    || NodeVolumes.limits(drivers.get()).isEmpty()) {
                return Verdict.PASS;
            }
            return NodeVolumes.count(drivers.get(), node.pods(), attachments, seen).takes(wanted)
                    ? Verdict.PASS
                    : TOO_MANY;
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            counts.update(nodes);
            MutableNodeSet some = candidates.copy();
            some.retain(counts.withDrivers());
            reject(withDrivers, nodes, some, out);
            some.setTo(candidates);
            some.removeAll(counts.withDrivers());
            reject(elsewhere, nodes, some, out);
        }

        /// Nodes without limits.
        @Override
        public NodeSet passingWithAnyPods(Nodes nodes, NodeSet rows) {
            counts.update(nodes);
            MutableNodeSet passing = rows.copy();
            passing.removeAll(counts.limited());
            if (!alwaysAttached(withDrivers)) {
                passing.removeAll(counts.withDrivers());
            }
            if (!alwaysAttached(elsewhere)) {
                passing.retain(counts.withDrivers());
            }
            return passing;
        }

        /// Whether a node without limits can attach the volumes.
        private boolean alwaysAttached(Wanted wanted) {
            return wanted instanceof Wanted.Volumes(Set<DriverVolume> all) && needed(all).isEmpty();
        }

        private void reject(Wanted wanted, Nodes nodes, MutableNodeSet rows, Rejections out) {
            if (rows.isEmpty()) {
                return;
            }
            switch (wanted) {
                case Wanted.Missing(Reject why) -> {
                    for (int word = 0; word < rows.words(); word++) {
                        out.rejectWord(word, rows.word(word), why);
                    }
                }
                case Wanted.Unknown(String why) -> throw new DriverVolumes.Unclear(why);
                case Wanted.Volumes(Set<DriverVolume> all) -> {
                    if (!all.isEmpty()) {
                        removeWithoutDriver(all, nodes, rows, out);
                        counts.reject(all, rows, TOO_MANY, out);
                    }
                }
            }
        }

        private void removeWithoutDriver(
                Set<DriverVolume> wanted, Nodes nodes, MutableNodeSet rows, Rejections out) {
            List<String> needed = needed(wanted);
            if (needed.isEmpty()) {
                return;
            }
            for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
                Optional<String> absent = absent(needed, counts.csiNode(nodes.view(row).name()));
                if (absent.isPresent()) {
                    rows.remove(row);
                    out.reject(row, notInstalled(absent.get()));
                }
            }
        }
    }

    private static Reject notInstalled(String driver) {
        return Reject.unschedulable(driver + " CSI driver is not installed on the node");
    }

    /// The drivers of the volumes that prevent pods from running on nodes without them.
    private List<String> needed(Set<DriverVolume> wanted) {
        var needed = new ArrayList<String>();
        if (scaling && !wanted.isEmpty()) {
            for (String driver : new TreeMap<>(NodeVolumes.byDriver(wanted)).keySet()) {
                if (context.objects().get(Kind.CSI_DRIVER, driver).orElse(null)
                                instanceof CsiDriver known
                        && known.preventsPods()) {
                    needed.add(driver);
                }
            }
        }
        return needed;
    }

    /// The first of these drivers that is not on the node.
    private static Optional<String> absent(List<String> needed, Optional<CsiNode> drivers) {
        for (String driver : needed) {
            if (drivers.flatMap(node -> node.driver(driver)).isEmpty()) {
                return Optional.of(driver);
            }
        }
        return Optional.empty();
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        Optional<CsiNode> drivers = counts.csiNode(node.name());
        return switch (wanted(cycle.pod(), drivers.isPresent())) {
            case Wanted.Missing missing ->
                    new ClaimExplanation(cycle.pod(), context.objects()).ofPod().details();
            case Wanted.Unknown unknown -> RejectionDetails.NONE;
            case Wanted.Volumes(Set<DriverVolume> all) -> explain(all, node, drivers);
        };
    }

    private RejectionDetails explain(
            Set<DriverVolume> wanted, NodeView node, Optional<CsiNode> drivers) {
        Optional<String> absent = absent(needed(wanted), drivers);
        if (absent.isPresent()) {
            return RejectionDetails.of(
                    "wait until the CSI driver is installed on the node, or install it there",
                    RejectionFact.ofPod("csi-driver", absent.get()));
        }
        if (drivers.isEmpty()) {
            return RejectionDetails.NONE;
        }
        NodeVolumes attached = NodeVolumes.count(drivers.get(), node.pods(), attachments, seen);
        var facts = new ArrayList<RejectionFact>();
        attached.added(wanted)
                .forEach((driver, requested) -> {
                    if (attached.free(driver) < requested) {
                        facts.add(
                                RejectionFact.ofPod("volume-limit", driver)
                                        .with("requested", requested)
                                        .with("attached", attached.counts().getOrDefault(driver, 0))
                                        .with("limit", attached.limits().getOrDefault(driver, 0)));
                    }
                });
        return RejectionDetails.of(
                "add a node, or use fewer and larger volumes: the node cannot attach more volumes"
                        + " of this driver",
                facts);
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        NodeVolumeLimitsHints.register(hints);
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "NodeVolumeLimits";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new NodeVolumeLimits(context);
        }
    }
}
