package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.StorageClass;
import dev.berth.plugins.LruCache;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.ObjectLister;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Rejects nodes outside the zones and regions of the pod's volumes (kube-scheduler: `VolumeZone`).
public final class VolumeZone
        implements Filter, EnqueueExtensions, StateObserver, RejectionExplainer {
    static final Reject ELSEWHERE = Reject.unresolvable("node(s) had no available volume zone");

    private final PluginContext context;
    private final VolumeNodeChanges changes = new VolumeNodeChanges();
    private final Map<VolumeZoneLabel, MatchingRows> rows = new LruCache<>();

    VolumeZone(PluginContext context) {
        this.context = context;
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(Kind.PERSISTENT_VOLUME, Kind.PERSISTENT_VOLUME_CLAIM, Kind.STORAGE_CLASS);
    }

    @Override
    public void nodeChanged(Optional<Node> before, Optional<Node> after) {
        changes.nodeChanged(before, after);
    }

    @Override
    public void forgetAll() {
        changes.forgetAll();
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        List<String> names = PodVolumeClaims.given(pod);
        if (names.isEmpty()) {
            return PodVolumeClaims.SKIP_VOLUMES;
        }
        var places = new LinkedHashSet<VolumeZoneLabel>();
        for (String name : names) {
            switch (find(pod, name, context.objects())) {
                case Found.Missing(String why) -> {
                    return PreFilterResult.rejectPod(Reject.unresolvable(why));
                }
                case Found.NotYet notYet -> {}
                case Found.There(PersistentVolume volume) ->
                        places.addAll(VolumeZoneLabel.of(volume));
            }
        }
        return places.isEmpty()
                ? PreFilterResult.SKIP
                : PreFilterResult.of(new Within(places.stream().map(this::rows).toList()));
    }

    private MatchingRows rows(VolumeZoneLabel place) {
        return rows.computeIfAbsent(
                place, _ -> new MatchingRows(changes, node -> place.suits(node.labels())));
    }

    /// The result of the lookup of a claim's volume.
    private sealed interface Found {
        record Missing(String why) implements Found {}

        /// The volume is selected together with the node.
        record NotYet() implements Found {}

        record There(PersistentVolume volume) implements Found {}
    }

    private static Found find(Pod pod, String name, ObjectLister objects) {
        if (name.isEmpty()) {
            return new Found.Missing("PersistentVolumeClaim had no name");
        }
        Optional<PersistentVolumeClaim> claim = PodVolumeClaims.seen(pod, name, objects);
        if (claim.isEmpty()) {
            return new Found.Missing(PodVolumeClaims.notFound(name));
        }
        String volume = claim.get().volumeName();
        if (volume.isEmpty()) {
            return withoutVolume(claim.get(), objects);
        }
        return objects.get(Kind.PERSISTENT_VOLUME, volume)
                .map(PersistentVolume.class::cast)
                .<Found>map(Found.There::new)
                .orElseGet(() ->
                        new Found.Missing("persistentvolume \"%s\" not found".formatted(volume)));
    }

    private static Found withoutVolume(PersistentVolumeClaim claim, ObjectLister objects) {
        String name = claim.storageClass();
        if (name.isEmpty()) {
            return new Found.Missing("PersistentVolumeClaim had no pv name and storageClass name");
        }
        Optional<StorageClass> storageClass = ClassifiedClaims.storageClass(claim, objects);
        if (storageClass.isEmpty()) {
            return new Found.Missing(
                    "storageclass.storage.k8s.io \"%s\" not found".formatted(name));
        }
        if (storageClass.get().bindingMode().isEmpty()) {
            return new Found.Missing(
                    "VolumeBindingMode not set for StorageClass \"%s\"".formatted(name));
        }
        return storageClass.get().waits()
                ? new Found.NotYet()
                : new Found.Missing("PersistentVolume had no name");
    }

    private record Within(List<MatchingRows> places) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            for (MatchingRows place : places) {
                if (!place.contains(node)) {
                    return ELSEWHERE;
                }
            }
            return Verdict.PASS;
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            for (MatchingRows place : places) {
                NodeSet suitable = place.in(nodes);
                for (int word = 0; word < candidates.words(); word++) {
                    out.rejectWord(word, candidates.word(word) & ~suitable.word(word), ELSEWHERE);
                }
            }
        }

        @Override
        public NodeSet passingWithAnyPods(Nodes nodes, NodeSet rows) {
            MutableNodeSet passing = rows.copy();
            for (MatchingRows place : places) {
                passing.retain(place.in(nodes));
            }
            return passing;
        }
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return new ClaimExplanation(cycle.pod(), context.objects()).ofPod().details();
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        for (String name : PodVolumeClaims.given(cycle.pod())) {
            if (find(cycle.pod(), name, context.objects())
                    instanceof Found.There(PersistentVolume volume)) {
                for (VolumeZoneLabel place : VolumeZoneLabel.of(volume)) {
                    if (!place.suits(node.labels())) {
                        facts.add(
                                RejectionFact.ofPod("volume-zone", name)
                                        .with("volume", volume.name())
                                        .with("label", place.label())
                                        .with(
                                                "zones",
                                                String.join(",", new TreeSet<>(place.names()))));
                    }
                }
            }
        }
        return RejectionDetails.of(
                "add a node in the zone of the volume, or correct the volume's labels", facts);
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        int addOrUpdate = ClusterEvent.ADD | ClusterEvent.UPDATE;
        hints.on(
                ClusterEvent.STORAGE_CLASS,
                ClusterEvent.ADD,
                (pod, change) -> ((StorageClass) change.after().orElseThrow()).waits());
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL);
        hints.on(ClusterEvent.PERSISTENT_VOLUME_CLAIM, addOrUpdate, PodVolumeClaims::concernsNamed);
        hints.on(
                ClusterEvent.PERSISTENT_VOLUME,
                addOrUpdate,
                (pod, change) -> change.before().isEmpty() || moved(change));
    }

    private static boolean moved(ObjectChange change) {
        var before = (PersistentVolume) change.before().orElseThrow();
        var after = (PersistentVolume) change.after().orElseThrow();
        return !VolumeZoneLabel.of(before).equals(VolumeZoneLabel.of(after));
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "VolumeZone";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new VolumeZone(context);
        }
    }
}
