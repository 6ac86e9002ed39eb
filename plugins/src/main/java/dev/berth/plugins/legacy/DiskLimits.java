package dev.berth.plugins.legacy;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.StorageClass;
import dev.berth.model.Volume;
import dev.berth.plugins.volumes.PodVolumeClaims;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Verdict;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Rejects nodes that have reached the limit of volumes of one kind, counted as in kube-scheduler
/// 1.18. Every event requeues the pods that it rejected.
public final class DiskLimits implements Filter, RejectionExplainer {
    static final Reject TOO_MANY = Reject.unschedulable("node(s) exceed max volume count");

    private final DiskKind kind;
    private final PluginContext context;

    private DiskLimits(DiskKind kind, PluginContext context) {
        this.kind = kind;
        this.context = context;
    }

    /// The providers of all plugins; only old configurations use them.
    public static List<PluginProvider<?>> providers() {
        return Stream.of(DiskKind.values()).<PluginProvider<?>>map(Provider::new).toList();
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(Kind.PERSISTENT_VOLUME, Kind.PERSISTENT_VOLUME_CLAIM, Kind.STORAGE_CLASS);
    }

    @Override
    public boolean hasPreFilter() {
        return false;
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        var wanted = new HashSet<String>();
        collect(cycle.pod(), wanted);
        return wanted.isEmpty()
                ? PreFilterResult.SKIP
                : PreFilterResult.of(node -> test(wanted, node));
    }

    private Verdict test(Set<String> wanted, NodeView node) {
        var all = new HashSet<String>();
        node.pods().forEach(pod -> collect(pod, all));
        // A volume that the pod shares with other pods is counted once, but counts toward the
        // limit.
        all.addAll(wanted);
        return all.size() > limit(node) ? TOO_MANY : Verdict.PASS;
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        var requested = new HashSet<String>();
        collect(cycle.pod(), requested);
        var attached = new HashSet<String>();
        node.pods().forEach(pod -> collect(pod, attached));
        requested.removeAll(attached);
        return RejectionDetails.of(
                "add a node, or use fewer and larger volumes: the node cannot attach more volumes"
                        + " of this kind",
                RejectionFact.ofPod("volume-limit", kind.resource())
                        .with("requested", requested.size())
                        .with("attached", attached.size())
                        .with("limit", limit(node)));
    }

    private long limit(NodeView node) {
        return node.node()
                .allocatable()
                .get(kind.resource())
                .map(Quantity::value)
                .orElse((long) kind.defaultOn(node.node()));
    }

    private void collect(Pod pod, Set<String> out) {
        for (Volume volume : pod.spec().volumes()) {
            kind.id(volume.source(), volume.detail())
                    .or(() -> ofClaim(pod, volume))
                    .ifPresent(out::add);
        }
    }

    private Optional<String> ofClaim(Pod pod, Volume volume) {
        Optional<String> name = PodVolumeClaims.given(volume);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        if (name.get().isEmpty()) {
            throw new IllegalStateException("PersistentVolumeClaim had no name");
        }
        ObjectLister objects = context.objects();
        return objects.get(Kind.PERSISTENT_VOLUME_CLAIM, pod.namespace() + "/" + name.get())
                .map(PersistentVolumeClaim.class::cast)
                .flatMap(claim -> ofClaim(claim, objects));
    }

    private Optional<String> ofClaim(PersistentVolumeClaim claim, ObjectLister objects) {
        Optional<PersistentVolume> volume =
                objects.get(Kind.PERSISTENT_VOLUME, claim.volumeName())
                        .map(PersistentVolume.class::cast);
        return volume.isPresent()
                ? kind.id(volume.get().source(), volume.get().detail())
                // No volume has such an ID, so the claim counts as a volume of its own.
                : madeByClass(claim, objects) ? Optional.of("\0" + claim.key()) : Optional.empty();
    }

    private boolean madeByClass(PersistentVolumeClaim claim, ObjectLister objects) {
        return claim.storageClassName()
                .flatMap(name -> objects.get(Kind.STORAGE_CLASS, name))
                .map(StorageClass.class::cast)
                .filter(storageClass -> kind.madeBy(storageClass.provisioner()))
                .isPresent();
    }

    /// Creates the plugin for one kind of volume.
    private record Provider(DiskKind kind) implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return kind.plugin();
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new DiskLimits(kind, context);
        }
    }
}
