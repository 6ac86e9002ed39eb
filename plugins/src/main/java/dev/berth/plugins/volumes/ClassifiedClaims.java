package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.StorageClass;
import dev.berth.model.Volume;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.Reject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The claims of a pod by state (kube-scheduler: `PodVolumeClaims`). A claim that two volumes use
/// occurs twice.
///
/// @param bound the bound claims
/// @param delayed the claims with delayed binding
record ClassifiedClaims(List<PersistentVolumeClaim> bound, List<PersistentVolumeClaim> delayed) {
    static final ClassifiedClaims NONE = new ClassifiedClaims(List.of(), List.of());

    /// The rejection of a pod because of the observed state of its claims.
    static Optional<Reject> rejection(Pod pod, ObjectLister objects) {
        for (Volume volume : pod.spec().volumes()) {
            Optional<String> name = PodVolumeClaims.name(pod, volume);
            if (name.isPresent()) {
                Optional<String> problem = problem(pod, volume, name.get(), objects);
                if (problem.isPresent()) {
                    return problem.map(Reject::unresolvable);
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> problem(
            Pod pod, Volume volume, String name, ObjectLister objects) {
        Optional<PersistentVolumeClaim> found = PodVolumeClaims.seen(pod, name, objects);
        if (found.isEmpty()) {
            return Optional.of(
                    PodVolumeClaims.ephemeral(volume)
                            ? "waiting for ephemeral volume controller to create the"
                                    + " persistentvolumeclaim \"%s\"".formatted(name)
                            : PodVolumeClaims.notFound(name));
        }
        PersistentVolumeClaim claim = found.get();
        if (claim.phase().equals(PersistentVolumeClaim.LOST)) {
            return Optional.of(
                    "persistentvolumeclaim \"%s\" bound to non-existent persistentvolume \"%s\""
                            .formatted(name, claim.volumeName()));
        }
        if (claim.meta().deleted().isPresent()) {
            return Optional.of("persistentvolumeclaim \"%s\" is being deleted".formatted(name));
        }
        return PodVolumeClaims.ephemeral(volume)
                ? PodVolumeClaims.notOwned(pod, claim)
                : Optional.empty();
    }

    /// The claims of a pod, including assumed changes; empty if a claim with immediate binding is
    /// not bound.
    static Optional<ClassifiedClaims> of(Pod pod, ObjectLister objects) {
        var bound = new ArrayList<PersistentVolumeClaim>();
        var delayed = new ArrayList<PersistentVolumeClaim>();
        boolean immediate = false;
        for (Volume volume : pod.spec().volumes()) {
            Optional<String> name = PodVolumeClaims.name(pod, volume);
            if (name.isEmpty()) {
                continue;
            }
            PersistentVolumeClaim claim = expected(pod, name.get(), objects);
            if (claim.fullyBound()) {
                bound.add(claim);
            } else if (waits(claim, objects) && claim.volumeName().isEmpty()) {
                delayed.add(claim);
            } else {
                immediate = true;
            }
        }
        return immediate ? Optional.empty() : Optional.of(new ClassifiedClaims(bound, delayed));
    }

    private static PersistentVolumeClaim expected(Pod pod, String name, ObjectLister objects) {
        return objects.getAssumed(Kind.PERSISTENT_VOLUME_CLAIM, PodVolumeClaims.key(pod, name))
                .map(PersistentVolumeClaim.class::cast)
                .orElseThrow();
    }

    private static boolean waits(PersistentVolumeClaim claim, ObjectLister objects) {
        if (claim.storageClass().isEmpty()) {
            return false;
        }
        Optional<StorageClass> known = storageClass(claim, objects);
        if (known.isPresent() && known.get().bindingMode().isEmpty()) {
            throw new IllegalStateException(
                    "VolumeBindingMode not set for StorageClass \"%s\""
                            .formatted(claim.storageClass()));
        }
        return known.map(StorageClass::waits).orElse(false);
    }

    static Optional<StorageClass> storageClass(PersistentVolumeClaim claim, ObjectLister objects) {
        return objects.get(Kind.STORAGE_CLASS, claim.storageClass()).map(StorageClass.class::cast);
    }

    /// Whether all claims of the pod are bound.
    static boolean allBound(Pod pod, ObjectLister objects) {
        return of(pod, objects).filter(claims -> claims.delayed.isEmpty()).isPresent();
    }

    boolean isEmpty() {
        return bound.isEmpty() && delayed.isEmpty();
    }
}
