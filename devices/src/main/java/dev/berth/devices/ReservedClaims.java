package dev.berth.devices;

import dev.berth.model.device.Allocation;
import dev.berth.model.device.ResourceClaim;

import java.util.List;
import java.util.Optional;

/// The claims of a pod that has a node, for the binding.
record ReservedClaims(List<Reserved> claims) {
    static final ReservedClaims NONE = new ReservedClaims(List.of());

    ReservedClaims {
        claims = List.copyOf(claims);
    }

    /// A claim of the pod.
    ///
    /// @param claim the claim as the scheduling cycle read it, or the claim in memory for extended
    ///   resources
    /// @param allocation the devices that the attempt allocated; absent if the claim was allocated
    ///   before
    /// @param extended the claim for extended resources, if this is it
    record Reserved(
            ResourceClaim claim,
            Optional<Allocation> allocation,
            Optional<ExtendedClaim> extended) {}

    boolean isEmpty() {
        return claims.isEmpty();
    }
}
