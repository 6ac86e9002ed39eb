package dev.berth.sim.stage;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.PodClaim;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.device.ResourceClaim;

import java.util.Optional;

/// Whether a kubelet can start a pod with resource claims: all of them must be allocated and
/// reserved for the pod.
final class ReservationCheck {
    private static final Path REFERENCES = Path.of("spec", "resourceClaims");
    private static final Path EXTENDED = Path.of("status", "extendedResourceClaimStatus");

    private final Store store;

    ReservationCheck(Store store) {
        this.store = store;
    }

    /// Whether the object is a pod that has not started and must not start yet.
    boolean missing(ObjectVersion object) {
        return object.kind().equals(Kind.POD)
                && (REFERENCES.in(object.json()) || EXTENDED.in(object.json()))
                && object.typed() instanceof Pod pod
                && pod.assigned()
                && !pod.terminating()
                && pod.status().phase().equals("Pending")
                && !reserved(pod);
    }

    private boolean reserved(Pod pod) {
        PodClaimStatuses statuses = pod.status().claimStatuses();
        for (PodClaim reference : pod.template().parts().claims()) {
            if (reference.templateName().isEmpty()) {
                if (!reserved(pod, reference.claimName())) {
                    return false;
                }
            } else {
                Optional<PodClaimStatuses.Generated> generated = statuses.of(reference.name());
                if (generated.isEmpty()
                        || generated.get().claimName().isPresent()
                                && !reserved(pod, generated.get().claimName().get())) {
                    return false;
                }
            }
        }
        return statuses.extended().isEmpty()
                || reserved(pod, statuses.extended().get().claimName());
    }

    private boolean reserved(Pod pod, String claimName) {
        return store.find(Kind.RESOURCE_CLAIM, pod.namespace(), claimName)
                .map(object -> (ResourceClaim) object.typed())
                .filter(claim -> claim.allocation().isPresent())
                .filter(claim -> claim.reservedFor(pod.uid()))
                .isPresent();
    }
}
