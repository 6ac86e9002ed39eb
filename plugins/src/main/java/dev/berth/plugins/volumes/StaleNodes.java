package dev.berth.plugins.volumes;

import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.StorageClass;
import dev.berth.model.Volume;
import dev.berth.model.VolumeAttachment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The nodes whose volumes must be counted again after a change.
final class StaleNodes {
    private final AttachedVolumes attachments;
    private final VolumeCache remembered;
    private final Set<String> names = new HashSet<>();
    private final UsesByNode<String> claims = new UsesByNode<>();
    private final Map<String, Set<String>> claimsOfVolumes = new HashMap<>();
    private final Set<String> nodes = new HashSet<>();
    private boolean all;

    StaleNodes(AttachedVolumes attachments, VolumeCache remembered) {
        this.attachments = attachments;
        this.remembered = remembered;
    }

    boolean all() {
        return all;
    }

    Set<String> names() {
        return names;
    }

    /// Removes all nodes after the count.
    void clear() {
        names.clear();
        all = false;
    }

    void forgetAll() {
        nodes.clear();
        names.clear();
        claims.clear();
        claimsOfVolumes.clear();
        remembered.forgetAll();
        all = true;
    }

    void nodeChanged(Optional<Node> before, Optional<Node> after) {
        if (before.isEmpty()) {
            nodes.add(after.orElseThrow().name());
            stale(after.get().name());
        } else if (after.isEmpty()) {
            nodes.remove(before.get().name());
            names.remove(before.get().name());
        }
    }

    /// Nodes that do not exist are counted when they are added. They are not recorded here, because
    /// the set would grow if no pod has volumes.
    private void stale(String node) {
        if (nodes.contains(node)) {
            names.add(node);
        }
    }

    void podPlaced(Pod pod, String node) {
        if (DriverVolumes.counts(pod)) {
            claims.addAll(claimsOf(pod), node);
            stale(node);
        }
    }

    void podRemoved(Pod pod, String node) {
        if (DriverVolumes.counts(pod)) {
            claims.removeAll(claimsOf(pod), node);
            stale(node);
        }
    }

    private static List<String> claimsOf(Pod pod) {
        var keys = new ArrayList<String>();
        for (Volume volume : pod.spec().volumes()) {
            PodVolumeClaims.name(pod, volume)
                    .ifPresent(name -> keys.add(PodVolumeClaims.key(pod, name)));
        }
        return keys;
    }

    void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        switch (after.or(() -> before).orElseThrow()) {
            case CsiNode node -> stale(node.meta().name());
            case StorageClass any -> classChanged(before, after);
            case PersistentVolumeClaim claim -> claimChanged(claim.key(), before, after);
            case PersistentVolume volume -> volumeChanged(volume.name(), before, after);
            case VolumeAttachment any -> attachmentChanged(before, after);
            default -> {}
        }
    }

    /// Classes change rarely, so a change invalidates all counts.
    private void classChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (!before.map(StaleNodes::provisioner).equals(after.map(StaleNodes::provisioner))) {
            remembered.forgetAll();
            all = true;
        }
    }

    private static String provisioner(KubeObject storageClass) {
        return ((StorageClass) storageClass).provisioner();
    }

    private void attachmentChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (before.isPresent()) {
            var attachment = (VolumeAttachment) before.get();
            attachments.remove(attachment);
            stale(attachment.nodeName());
        }
        if (after.isPresent()) {
            var attachment = (VolumeAttachment) after.get();
            attachments.add(attachment);
            stale(attachment.nodeName());
        }
    }

    /// The fields of a claim that the count depends on.
    private record Bound(String volume, String storageClass, Optional<String> owner) {
        static Bound of(KubeObject object) {
            var claim = (PersistentVolumeClaim) object;
            return new Bound(
                    claim.volumeName(),
                    claim.storageClass(),
                    claim.meta().controller().map(owner -> owner.uid()));
        }
    }

    private void claimChanged(String key, Optional<KubeObject> before, Optional<KubeObject> after) {
        Optional<Bound> was = before.map(Bound::of);
        Optional<Bound> is = after.map(Bound::of);
        if (was.equals(is)) {
            return;
        }
        was.ifPresent(bound -> {
            Set<String> keys = claimsOfVolumes.get(bound.volume());
            if (keys != null && keys.remove(key) && keys.isEmpty()) {
                claimsOfVolumes.remove(bound.volume());
            }
        });
        is.filter(bound -> !bound.volume().isEmpty())
                .ifPresent(bound ->
                        claimsOfVolumes
                                .computeIfAbsent(bound.volume(), name -> new HashSet<>(2))
                                .add(key));
        recount(key);
    }

    private void recount(String claim) {
        remembered.forgetClaim(claim);
        claims.nodes(claim).forEach(this::stale);
    }

    private void volumeChanged(
            String name, Optional<KubeObject> before, Optional<KubeObject> after) {
        if (before.isPresent() && after.isPresent() && sameForDrivers(before.get(), after.get())) {
            return;
        }
        remembered.forgetVolume(name);
        claimsOfVolumes.getOrDefault(name, Set.of()).forEach(this::recount);
        attachments.nodes(name).forEach(this::stale);
    }

    private static boolean sameForDrivers(KubeObject before, KubeObject after) {
        var was = (PersistentVolume) before;
        var is = (PersistentVolume) after;
        return DriverVolume.of(was, true).equals(DriverVolume.of(is, true))
                && was.source().equals(is.source())
                && DriverVolume.handle(was).equals(DriverVolume.handle(is));
    }
}
