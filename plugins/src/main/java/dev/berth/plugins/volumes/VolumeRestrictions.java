package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodChange;
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
import java.util.TreeSet;

/// Rejects nodes with conflicting disks, and pods whose `ReadWriteOncePod` claims are in use
/// (kube-scheduler: `VolumeRestrictions`).
public final class VolumeRestrictions
        implements Filter, EnqueueExtensions, StateObserver, RejectionExplainer {
    static final Reject DISK_TAKEN = Reject.unschedulable("node(s) had no available disk");
    static final Reject CLAIM_TAKEN =
            Reject.unschedulable(
                    "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access"
                            + " mode already in-use by another pod");

    private final PluginContext context;
    private final UsesByNode<String> claims = new UsesByNode<>();
    private final UsesByNode<Disk.Id> disks = new UsesByNode<>();

    VolumeRestrictions(PluginContext context) {
        this.context = context;
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(Kind.PERSISTENT_VOLUME_CLAIM);
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        if (!pod.spec().volumes().isEmpty()) {
            claims.addAll(claimsOf(pod), node);
            disks.addAll(disksOf(pod), node);
        }
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        if (!pod.spec().volumes().isEmpty()) {
            claims.removeAll(claimsOf(pod), node);
            disks.removeAll(disksOf(pod), node);
        }
    }

    @Override
    public void forgetAll() {
        claims.clear();
        disks.clear();
    }

    private static List<String> claimsOf(Pod pod) {
        return PodVolumeClaims.given(pod).stream()
                .map(claim -> PodVolumeClaims.key(pod, claim))
                .toList();
    }

    private static List<Disk.Id> disksOf(Pod pod) {
        return Disk.of(pod).stream().map(Disk::id).toList();
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        if (pod.spec().volumes().isEmpty()) {
            return PodVolumeClaims.SKIP_VOLUMES;
        }
        var exclusive = new HashSet<String>();
        for (String name : PodVolumeClaims.given(pod)) {
            Optional<PersistentVolumeClaim> claim =
                    PodVolumeClaims.seen(pod, name, context.objects());
            if (claim.isEmpty()) {
                return PreFilterResult.rejectPod(
                        Reject.unresolvable(PodVolumeClaims.notFound(name)));
            }
            if (claim.get().accessModes().contains(PersistentVolumeClaim.READ_WRITE_ONCE_POD)) {
                exclusive.add(name);
            }
        }
        int taken = 0;
        for (String name : exclusive) {
            taken += inUse(PodVolumeClaims.key(pod, name), cycle.nodes()) ? 1 : 0;
        }
        List<Disk> wanted = Disk.of(pod);
        // Parity: what-ifs do not consider claims that are not in use now.
        return wanted.isEmpty() && taken == 0
                ? PreFilterResult.SKIP
                : PreFilterResult.of(new Unshared(wanted, exclusive, taken));
    }

    private boolean inUse(String claim, Nodes nodes) {
        for (String node : claims.nodes(claim)) {
            if (nodes.row(node).isPresent()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        List<Disk> wanted = Disk.of(cycle.pod());
        return PreFilterResult.of(node -> {
            if (diskTaken(wanted, node)) {
                return DISK_TAKEN;
            }
            throw new IllegalStateException(
                    "cannot read \"PreFilterVolumeRestrictions\" from cycleState");
        });
    }

    private static boolean diskTaken(List<Disk> wanted, NodeView node) {
        if (!wanted.isEmpty()) {
            for (Pod pod : node.pods()) {
                if (Disk.conflict(wanted, pod)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Rejects nodes on which the disks or claims of the pod are in use.
    private final class Unshared implements NodeFilter {
        private final List<Disk> wanted;
        private final Set<String> exclusive;
        private final int taken;

        /// @param exclusive the names of the `ReadWriteOncePod` claims
        /// @param taken the number of these claims that other pods use on any node
        Unshared(List<Disk> wanted, Set<String> exclusive, int taken) {
            this.wanted = wanted;
            this.exclusive = exclusive;
            this.taken = taken;
        }

        @Override
        public Verdict test(NodeView node) {
            return diskTaken(wanted, node) ? DISK_TAKEN : taken > 0 ? CLAIM_TAKEN : Verdict.PASS;
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            MutableNodeSet left = candidates.copy();
            for (Disk disk : wanted) {
                for (String node : disks.nodes(disk.id())) {
                    int row = nodes.row(node).orElse(-1);
                    if (left.contains(row) && diskTaken(wanted, nodes.view(row))) {
                        out.reject(row, DISK_TAKEN);
                        left.remove(row);
                    }
                }
            }
            if (taken > 0) {
                for (int word = 0; word < left.words(); word++) {
                    out.rejectWord(word, left.word(word), CLAIM_TAKEN);
                }
            }
        }

        @Override
        public NodeFilter after(PodChange change) {
            // Parity: a claim with that name counts in any namespace, and once for each volume that
            // uses it.
            int named = 0;
            for (Volume volume : change.pod().spec().volumes()) {
                named +=
                        PodVolumeClaims.given(volume).filter(exclusive::contains).isPresent()
                                ? 1
                                : 0;
            }
            return named == 0
                    ? this
                    : new Unshared(wanted, exclusive, taken + (change.added() ? named : -named));
        }
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return new ClaimExplanation(cycle.pod(), context.objects()).ofPod().details();
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        return why.equals(DISK_TAKEN)
                ? explainDisks(cycle.pod(), node)
                : explainClaims(cycle.pod(), cycle.nodes());
    }

    private static RejectionDetails explainDisks(Pod pod, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        for (Disk disk : Disk.of(pod)) {
            List<String> users =
                    node.pods().stream()
                            .filter(other -> Disk.conflict(List.of(disk), other))
                            .map(Pod::key)
                            .sorted()
                            .toList();
            if (!users.isEmpty()) {
                facts.add(
                        RejectionFact.ofPod("disk", disk.id().name())
                                .with("source", disk.id().source())
                                .pods(users));
            }
        }
        return RejectionDetails.of(
                "mount the disk read-only in both pods, add a node, or use another disk: another"
                        + " pod on the node uses it",
                facts);
    }

    private RejectionDetails explainClaims(Pod pod, Nodes nodes) {
        var facts = new ArrayList<RejectionFact>();
        for (String name : PodVolumeClaims.given(pod)) {
            String key = PodVolumeClaims.key(pod, name);
            var users = new TreeSet<String>();
            for (String node : claims.nodes(key)) {
                nodes.row(node)
                        .ifPresent(row ->
                                nodes.view(row).pods().stream()
                                        .filter(other -> claimsOf(other).contains(key))
                                        .forEach(other -> users.add(other.key())));
            }
            if (!users.isEmpty()) {
                facts.add(
                        RejectionFact.ofPod("claim", name)
                                .with("accessMode", PersistentVolumeClaim.READ_WRITE_ONCE_POD)
                                .pods(users));
            }
        }
        return RejectionDetails.of(
                "delete the pod that uses the claim, or use the access mode ReadWriteOnce", facts);
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE, VolumeRestrictions::freed);
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
        hints.on(
                ClusterEvent.PERSISTENT_VOLUME_CLAIM,
                ClusterEvent.ADD,
                PodVolumeClaims::concernsNamed);
    }

    private static boolean freed(Pod unschedulable, ObjectChange change) {
        if (!(change.before().orElse(null) instanceof Pod gone)) {
            return true;
        }
        if (!gone.namespace().equals(unschedulable.namespace())) {
            return false;
        }
        Set<String> claims = Set.copyOf(PodVolumeClaims.given(unschedulable));
        return Disk.conflict(Disk.of(unschedulable), gone)
                || PodVolumeClaims.given(gone).stream().anyMatch(claims::contains);
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "VolumeRestrictions";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new VolumeRestrictions(context);
        }
    }
}
