package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.OwnerReference;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.spi.DependsOn;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.PodPart;
import dev.berth.spi.PreFilterResult;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The claims of the volumes of a pod.
public final class PodVolumeClaims {
    private static final String CLAIM = "persistentVolumeClaim";
    private static final String EPHEMERAL = "ephemeral";

    /// There is nothing to check for the volumes of the pod.
    static final PreFilterResult SKIP_VOLUMES =
            PreFilterResult.skip(DependsOn.onPodShape().alsoKeyedBy(PodPart.VOLUMES));

    private PodVolumeClaims() {}

    /// Whether the pod uses a claim, by name or as a generic ephemeral volume.
    static boolean used(Pod pod) {
        List<Volume> volumes = pod.spec().volumes();
        for (int i = 0; i < volumes.size(); i++) {
            if (named(volumes.get(i)) || ephemeral(volumes.get(i))) {
                return true;
            }
        }
        return false;
    }

    /// Whether the volume uses a claim by name.
    static boolean named(Volume volume) {
        return volume.source().equals(CLAIM);
    }

    /// Whether the volume is a generic ephemeral volume.
    static boolean ephemeral(Volume volume) {
        return volume.source().equals(EPHEMERAL);
    }

    /// The claim name of the volume, if it uses a claim by name.
    public static Optional<String> given(Volume volume) {
        return named(volume)
                ? Optional.of(volume.detail().textAt("claimName").orElse(""))
                : Optional.empty();
    }

    /// The claim name of the volume, for named and ephemeral claims.
    static Optional<String> name(Pod pod, Volume volume) {
        return ephemeral(volume) ? Optional.of(pod.name() + "-" + volume.name()) : given(volume);
    }

    /// The names of the claims that the pod uses by name, in the order of its volumes.
    static List<String> given(Pod pod) {
        List<String> names = List.of();
        for (Volume volume : pod.spec().volumes()) {
            if (named(volume)) {
                names = names.isEmpty() ? new ArrayList<>() : names;
                names.add(given(volume).orElseThrow());
            }
        }
        return names;
    }

    /// The claim with that name as last observed.
    static Optional<PersistentVolumeClaim> seen(Pod pod, String claim, ObjectLister objects) {
        return objects.get(Kind.PERSISTENT_VOLUME_CLAIM, key(pod, claim))
                .map(PersistentVolumeClaim.class::cast);
    }

    static String key(Pod pod, String claim) {
        return pod.namespace() + "/" + claim;
    }

    static String notFound(String claim) {
        return "persistentvolumeclaim \"%s\" not found".formatted(claim);
    }

    /// The problem if the claim belongs to another pod.
    static Optional<String> notOwned(Pod pod, PersistentVolumeClaim claim) {
        boolean owned =
                claim.meta().namespace().equals(pod.namespace())
                        && claim.meta()
                                .controller()
                                .map(OwnerReference::uid)
                                .equals(Optional.of(pod.uid()));
        return owned
                ? Optional.empty()
                : Optional.of(
                        "PVC %s was not created for pod %s (pod is not owner)"
                                .formatted(claim.key(), pod.key()));
    }

    /// Whether the changed claim belongs to the pod.
    static boolean concerns(Pod pod, ObjectChange change) {
        return concerns(pod, change, volume -> name(pod, volume));
    }

    /// Whether the pod uses the changed claim by name.
    static boolean concernsNamed(Pod pod, ObjectChange change) {
        return concerns(pod, change, PodVolumeClaims::given);
    }

    private static boolean concerns(
            Pod pod, ObjectChange change, Function<Volume, Optional<String>> naming) {
        KubeObject claim = change.after().or(change::before).orElseThrow();
        return claim.kind().equals(Kind.PERSISTENT_VOLUME_CLAIM)
                && claim.meta().namespace().equals(pod.namespace())
                && pod.spec().volumes().stream()
                        .anyMatch(volume ->
                                naming.apply(volume).equals(Optional.of(claim.meta().name())));
    }
}
