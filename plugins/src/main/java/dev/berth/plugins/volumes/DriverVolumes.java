package dev.berth.plugins.volumes;

import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.plugins.volumes.VolumeLookup.Known;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The volumes that CSI drivers attach to a node for a pod.
final class DriverVolumes {
    private DriverVolumes() {}

    /// The volumes of a pod cannot be determined.
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

    /// A volume is invalid.
    static final class Unclear extends Untold {
        private static final long serialVersionUID = 1L;

        Unclear(String why) {
            super(why);
        }
    }

    /// Whether a CSI driver may attach the volume.
    static boolean counts(Volume volume) {
        return PodVolumeClaims.named(volume)
                || PodVolumeClaims.ephemeral(volume)
                || InTreeVolumes.ofSource(volume.source()).isPresent();
    }

    static boolean counts(Pod pod) {
        for (Volume volume : pod.spec().volumes()) {
            if (counts(volume)) {
                return true;
            }
        }
        return false;
    }

    /// The volumes of a pending pod.
    ///
    /// @param drivers whether the node has a CSINode, so that CSI migration applies to in-tree
    ///   volumes
    /// @throws NoClaim if a claim does not exist
    /// @throws Unclear if a volume is invalid
    static Set<DriverVolume> ofNew(Pod pod, VolumeLookup lookup, boolean drivers) {
        var volumes = new HashSet<DriverVolume>();
        collect(pod, lookup, drivers, true, volumes);
        return volumes;
    }

    /// Adds the volumes of an assigned pod on a node with a CSINode. Claims that do not exist are
    /// ignored.
    ///
    /// @throws Unclear if a volume is invalid
    static void ofPlaced(Pod pod, VolumeLookup lookup, Set<DriverVolume> out) {
        collect(pod, lookup, true, false, out);
    }

    private static void collect(
            Pod pod, VolumeLookup lookup, boolean drivers, boolean fresh, Set<DriverVolume> out) {
        for (Volume volume : pod.spec().volumes()) {
            Optional<String> name = PodVolumeClaims.name(pod, volume);
            if (name.isPresent()) {
                Optional<Known> known = lookup.claim(checked(pod, name.get()), drivers);
                if (known.isEmpty() && fresh) {
                    throw new NoClaim(
                            "looking up PVC %s: %s"
                                    .formatted(
                                            PodVolumeClaims.key(pod, name.get()),
                                            PodVolumeClaims.notFound(name.get())));
                }
                known.flatMap(each -> ofClaim(pod, volume, each)).ifPresent(out::add);
            } else if (drivers) {
                ofPod(volume).ifPresent(out::add);
            }
        }
    }

    private static String checked(Pod pod, String claim) {
        if (claim.isEmpty()) {
            throw new Unclear("PersistentVolumeClaim had no name");
        }
        return PodVolumeClaims.key(pod, claim);
    }

    private static Optional<DriverVolume> ofClaim(Pod pod, Volume volume, Known known) {
        if (PodVolumeClaims.ephemeral(volume)) {
            PodVolumeClaims.notOwned(pod, known.claim())
                    .ifPresent(problem -> {
                        throw new Unclear(problem);
                    });
        }
        return known.volume();
    }

    private static Optional<DriverVolume> ofPod(Volume volume) {
        Optional<InTreeVolumes> kind =
                InTreeVolumes.ofSource(volume.source()).filter(InTreeVolumes::migrated);
        try {
            return kind.map(
                    each -> new DriverVolume(each.driver(), Translation.handle(volume, each)));
        } catch (Translation.Impossible problem) {
            throw new Unclear(
                    "converting volume(%s) from inline to csi: %s"
                            .formatted(volume.name(), problem.getMessage()));
        }
    }
}
