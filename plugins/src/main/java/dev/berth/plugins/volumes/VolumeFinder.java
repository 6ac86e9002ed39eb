package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.StorageClass;
import dev.berth.plugins.volumes.PodVolumes.Match;
import dev.berth.plugins.volumes.Provisioning.FreeCapacity;
import dev.berth.plugins.volumes.Provisioning.Provision;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectLister;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Finds volumes for the claims of a pod on one node.
///
/// This is the reference implementation of [BulkVolumeFinder]. It also determines the volume of
/// each claim.
final class VolumeFinder {
    private final Supplier<ObjectLister> objects;
    private final VolumeTopologyIndex reach;
    private final VolumesByClass volumesByClass;
    private final Provisioning provisioning;

    VolumeFinder(
            Supplier<ObjectLister> objects,
            VolumeTopologyIndex reach,
            VolumesByClass volumesByClass,
            Provisioning provisioning) {
        this.objects = objects;
        this.reach = reach;
        this.volumesByClass = volumesByClass;
        this.provisioning = provisioning;
    }

    PodVolumes find(ClassifiedClaims claims, NodeView node) {
        boolean reached = true;
        boolean exist = true;
        for (int i = 0; reached && exist && i < claims.bound().size(); i++) {
            Optional<PersistentVolume> volume = volumeOf(claims.bound().get(i));
            exist = volume.isPresent();
            reached = volume.isEmpty() || reach.reaches(node, volume.get());
        }
        var toMatch = new ArrayList<PersistentVolumeClaim>();
        var toProvide = new ArrayList<PersistentVolumeClaim>();
        for (PersistentVolumeClaim claim : claims.delayed()) {
            Optional<String> selected = claim.selectedNode();
            if (selected.isEmpty()) {
                toMatch.add(claim);
            } else if (selected.get().equals(node.name())) {
                toProvide.add(claim);
            } else {
                return new PodVolumes(reached, false, true, exist, List.of(), List.of());
            }
        }
        List<Match> matches = match(toMatch, node, toProvide);
        return provide(reached, exist, matches, toProvide, node);
    }

    Optional<PersistentVolume> volumeOf(PersistentVolumeClaim claim) {
        return objects.get()
                .getAssumed(Kind.PERSISTENT_VOLUME, claim.volumeName())
                .map(PersistentVolume.class::cast);
    }

    /// Adds claims without a volume to `unmatched`.
    private List<Match> match(
            List<PersistentVolumeClaim> claims,
            NodeView node,
            List<PersistentVolumeClaim> unmatched) {
        var matches = new ArrayList<Match>();
        Set<String> taken = new HashSet<>();
        for (ClaimRequirements demand : ClaimRequirements.bySize(claims)) {
            Optional<PersistentVolume> volume = smallest(demand, node, taken);
            if (volume.isPresent()) {
                taken.add(volume.get().name());
                matches.add(new Match(demand.claim(), volume.get()));
            } else {
                unmatched.add(demand.claim());
            }
        }
        return matches;
    }

    private Optional<PersistentVolume> smallest(
            ClaimRequirements demand, NodeView node, Set<String> taken) {
        for (PersistentVolume kept : volumesByClass.keptFor(demand.claim())) {
            if (!taken.contains(kept.name()) && demand.acceptsKept(kept)) {
                // A claim with a reserved volume can only use that volume.
                return reach.of(kept.nodeAffinity()).contains(node)
                        ? Optional.of(kept)
                        : Optional.empty();
            }
        }
        Optional<PersistentVolume> best = Optional.empty();
        for (VolumesByClass.Group group : volumesByClass.free(demand.claim().storageClass())) {
            if (!group.rows().contains(node)) {
                continue;
            }
            for (PersistentVolume volume : group.atLeast(demand.size())) {
                if (best.isPresent() && VolumesByClass.BY_SIZE.compare(volume, best.get()) >= 0) {
                    break;
                }
                if (!taken.contains(volume.name()) && demand.acceptsFree(volume)) {
                    best = Optional.of(volume);
                    break;
                }
            }
        }
        return best;
    }

    private PodVolumes provide(
            boolean reached,
            boolean exist,
            List<Match> matches,
            List<PersistentVolumeClaim> claims,
            NodeView node) {
        var provisions = new ArrayList<Provision>();
        for (PersistentVolumeClaim claim : claims) {
            StorageClass storageClass = provisioning.classOf(claim);
            if (!Provisioning.provides(storageClass)
                    || !provisioning.allowed(storageClass).contains(node)) {
                return new PodVolumes(reached, false, true, exist, List.of(), List.of());
            }
            FreeCapacity free = provisioning.capacity(claim, storageClass);
            var capacity = provisioning.firstFor(node, free);
            if (free.counted() && capacity.isEmpty()) {
                return new PodVolumes(reached, true, false, exist, List.of(), List.of());
            }
            provisions.add(new Provision(claim, capacity));
        }
        return new PodVolumes(reached, true, true, exist, matches, provisions);
    }
}
