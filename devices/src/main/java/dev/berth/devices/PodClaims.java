package dev.berth.devices;

import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.PodClaim;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.ObjectLister;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The claims of a pod (kube-scheduler: `foreachPodResourceClaim`).
///
/// @param claims the claims in the order of the pod, in their assumed versions
/// @param problem why the claims cannot be used; empty if they can
record PodClaims(List<ResourceClaim> claims, String problem) {
    PodClaims {
        claims = List.copyOf(claims);
    }

    static PodClaims of(Pod pod, ObjectLister objects) {
        List<PodClaim> references = pod.template().parts().claims();
        var claims = new ArrayList<ResourceClaim>(references.size());
        for (PodClaim reference : references) {
            boolean generated = reference.claimName().isEmpty();
            Optional<String> name;
            if (!generated) {
                name = Optional.of(reference.claimName());
            } else if (reference.templateName().isEmpty()) {
                return failure(
                        "pod \""
                                + pod.key()
                                + "\", spec.resourceClaim \""
                                + reference.name()
                                + "\": none of the supported fields are set");
            } else {
                Optional<PodClaimStatuses.Generated> status =
                        pod.status().claimStatuses().of(reference.name());
                if (status.isEmpty()) {
                    return failure("pod \"" + pod.key() + "\": ResourceClaim not created yet");
                }
                name = status.get().claimName();
            }
            if (name.isEmpty()) {
                continue;
            }
            String key = pod.namespace() + "/" + name.get();
            Optional<ResourceClaim> claim = find(objects, key);
            String problem = problem(pod, key, claim, generated);
            if (!problem.isEmpty()) {
                return failure(problem);
            }
            claims.add(claim.orElseThrow());
        }
        return new PodClaims(claims, "");
    }

    static Optional<ResourceClaim> find(ObjectLister objects, String key) {
        return objects.getAssumed(Kind.RESOURCE_CLAIM, key).map(ResourceClaim.class::cast);
    }

    private static PodClaims failure(String problem) {
        return new PodClaims(List.of(), problem);
    }

    private static String problem(
            Pod pod, String key, Optional<ResourceClaim> found, boolean generated) {
        if (found.isEmpty()) {
            return "could not find ResourceClaim \"" + key + "\"";
        }
        ResourceClaim claim = found.get();
        if (claim.meta().deleted().isPresent()) {
            return "resourceclaim \"%s\" is being deleted".formatted(claim.name());
        }
        boolean owned =
                claim.meta()
                        .controller()
                        .filter(owner -> owner.uid().equals(pod.uid()))
                        .isPresent();
        return generated && !owned
                ? "ResourceClaim %s was not created for Pod %s (Pod is not owner)"
                        .formatted(key, pod.key())
                : "";
    }

    /// Whether the pod refers to the claim by its name. Reads no other object.
    static boolean names(Pod pod, ResourceClaim claim) {
        if (!pod.namespace().equals(claim.meta().namespace())) {
            return false;
        }
        List<PodClaim> references = pod.template().parts().claims();
        for (int i = 0; i < references.size(); i++) {
            PodClaim reference = references.get(i);
            if (!reference.claimName().isEmpty()) {
                if (reference.claimName().equals(claim.name())) {
                    return true;
                }
            } else if (!reference.templateName().isEmpty() && isGenerated(pod, reference, claim)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isGenerated(Pod pod, PodClaim reference, ResourceClaim claim) {
        Optional<PodClaimStatuses.Generated> status =
                pod.status().claimStatuses().of(reference.name());
        return status.isPresent()
                && status.get().claimName().isPresent()
                && status.get().claimName().get().equals(claim.name());
    }

    /// Whether one of the claims has this UID.
    boolean contains(ResourceClaim claim) {
        return claims.stream().anyMatch(each -> each.uid().equals(claim.uid()));
    }
}
