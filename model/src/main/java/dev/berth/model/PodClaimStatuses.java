package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// The claims that controllers and the scheduler created for a pod, from its status.
///
/// @param generated the claims that were created from templates (Kubernetes:
///   `resourceClaimStatuses`)
/// @param extended the claim for extended resources (Kubernetes: `extendedResourceClaimStatus`)
public record PodClaimStatuses(List<Generated> generated, Optional<Extended> extended) {
    public static final PodClaimStatuses NONE = new PodClaimStatuses(List.of(), Optional.empty());

    public PodClaimStatuses {
        generated = List.copyOf(generated);
    }

    /// The claim for a reference of the pod.
    ///
    /// @param name the name of the reference
    /// @param claimName the claim; absent if none is needed
    public record Generated(String name, Optional<String> claimName) {}

    /// The claim for extended resources, and which of its requests each container uses.
    public record Extended(String claimName, List<RequestMapping> mappings) {
        public Extended {
            mappings = List.copyOf(mappings);
        }
    }

    /// The request of the claim that provides a resource of a container (Kubernetes:
    /// `ContainerExtendedResourceRequest`).
    public record RequestMapping(String container, String resource, String request) {}

    /// Whether the status names no claims.
    public boolean isEmpty() {
        return generated.isEmpty() && extended.isEmpty();
    }

    /// The entry for a reference of the pod.
    public Optional<Generated> of(String reference) {
        for (Generated each : generated) {
            if (each.name().equals(reference)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
