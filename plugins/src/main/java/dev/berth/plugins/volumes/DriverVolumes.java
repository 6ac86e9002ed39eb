package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.StorageClass;
import dev.berth.model.Volume;
import dev.berth.spi.Objects;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The volumes that drivers attach to a node for a pod.
final class DriverVolumes {
    /// Stands before the name of a claim that has no volume yet; no handle begins so.
    private static final String UNBOUND = "\0";

    private final Supplier<Objects> objects;

    DriverVolumes(Supplier<Objects> objects) {
        this.objects = objects;
    }

    /// What a pod uses cannot be told.
    abstract static sealed class Untold extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String why;

        Untold(String why) {
            super(why);
            this.why = why;
        }

        String why() {
            return why;
        }
    }

    /// A claim of the pod does not exist.
    static final class NoClaim extends Untold {
        private static final long serialVersionUID = 1L;

        NoClaim(String why) {
            super(why);
        }
    }

    /// A volume is not what it should be.
    static final class Unclear extends Untold {
        private static final long serialVersionUID = 1L;

        Unclear(String why) {
            super(why);
        }
    }

    /// Whether a volume may be one that a driver attaches.
    static boolean counts(Volume volume) {
        return Claims.named(volume)
                || Claims.ephemeral(volume)
                || InTree.ofSource(volume.source()).isPresent();
    }

    static boolean counts(Pod pod) {
        for (Volume volume : pod.spec().volumes()) {
            if (counts(volume)) {
                return true;
            }
        }
        return false;
    }

    /// The volumes of a pod that is to be placed.
    ///
    /// @param drivers whether the node has told of its drivers, which so have taken over what
    ///   Kubernetes drove itself
    /// @throws NoClaim if a claim does not exist
    /// @throws Unclear if a volume is not what it should be
    Set<DriverVolume> ofNew(Pod pod, boolean drivers) {
        var volumes = new HashSet<DriverVolume>();
        collect(pod, drivers, true, volumes);
        return volumes;
    }

    /// Adds the volumes of a pod that is on the node; claims that do not exist do not count.
    ///
    /// @throws Unclear if a volume is not what it should be
    void ofPlaced(Pod pod, boolean drivers, Set<DriverVolume> out) {
        collect(pod, drivers, false, out);
    }

    private void collect(Pod pod, boolean drivers, boolean fresh, Set<DriverVolume> out) {
        for (Volume volume : pod.spec().volumes()) {
            Optional<String> name = Claims.name(pod, volume);
            if (name.isPresent()) {
                ofClaim(pod, volume, name.get(), drivers, fresh).ifPresent(out::add);
            } else if (drivers) {
                ofPod(volume).ifPresent(out::add);
            }
        }
    }

    private static Optional<DriverVolume> ofPod(Volume volume) {
        Optional<InTree> kind = InTree.ofSource(volume.source()).filter(InTree::migrated);
        try {
            return kind.map(
                    each -> new DriverVolume(each.driver(), Translation.handle(volume, each)));
        } catch (Translation.Impossible problem) {
            throw new Unclear(
                    "converting volume(%s) from inline to csi: %s"
                            .formatted(volume.name(), problem.getMessage()));
        }
    }

    private Optional<DriverVolume> ofClaim(
            Pod pod, Volume volume, String name, boolean drivers, boolean fresh) {
        if (name.isEmpty()) {
            throw new Unclear("PersistentVolumeClaim had no name");
        }
        Optional<PersistentVolumeClaim> claim = Claims.seen(pod, name, objects.get());
        if (claim.isEmpty()) {
            if (fresh) {
                throw new NoClaim(
                        "looking up PVC %s: %s"
                                .formatted(Claims.key(pod, name), Claims.notFound(name)));
            }
            return Optional.empty();
        }
        if (Claims.ephemeral(volume)) {
            Claims.notOwned(pod, claim.get())
                    .ifPresent(problem -> {
                        throw new Unclear(problem);
                    });
        }
        return ofClaim(claim.get(), drivers);
    }

    private Optional<DriverVolume> ofClaim(PersistentVolumeClaim claim, boolean drivers) {
        Optional<PersistentVolume> volume =
                objects.get()
                        .get(Kind.PERSISTENT_VOLUME, claim.volumeName())
                        .map(PersistentVolume.class::cast);
        return volume.isPresent()
                ? DriverVolume.of(volume.get(), drivers)
                : ofClass(claim, drivers);
    }

    /// A volume that is yet to be made or found, counted under the name of its claim.
    private Optional<DriverVolume> ofClass(PersistentVolumeClaim claim, boolean drivers) {
        return PodClaims.storageClass(claim, objects.get())
                .map(StorageClass::provisioner)
                .flatMap(provisioner -> driver(provisioner, drivers))
                .map(driver -> new DriverVolume(driver, UNBOUND + claim.key()));
    }

    private static Optional<String> driver(String provisioner, boolean drivers) {
        Optional<InTree> kind = InTree.ofPlugin(provisioner);
        return kind.isEmpty()
                ? Optional.of(provisioner).filter(name -> !name.isEmpty())
                : kind.filter(each -> drivers && each.migrated()).map(InTree::driver);
    }
}
