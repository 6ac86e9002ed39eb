package dev.berth.model.device;

import dev.berth.model.Quantity;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A device that is allocated for a request (Kubernetes: `DeviceRequestAllocationResult`).
///
/// @param request the request, or `request/alternative`
/// @param bindingConditions the conditions that must be true before a pod can be bound; an absent
///   list differs from an empty one
/// @param shareId the share of a device that allows multiple allocations
/// @param consumedCapacity what the share consumes of each capacity
/// @param skipNodeOperations the operations that the kubelet must skip
public record AllocatedDevice(
        String request,
        DeviceId id,
        Optional<Boolean> adminAccess,
        List<DeviceToleration> tolerations,
        Optional<List<String>> bindingConditions,
        Optional<List<String>> bindingFailureConditions,
        Optional<String> shareId,
        Optional<Map<String, Quantity>> consumedCapacity,
        List<String> skipNodeOperations) {
    public AllocatedDevice {
        tolerations = List.copyOf(tolerations);
        bindingConditions = bindingConditions.map(List::copyOf);
        bindingFailureConditions = bindingFailureConditions.map(List::copyOf);
        skipNodeOperations = List.copyOf(skipNodeOperations);
    }

    /// Whether the claim uses the device for administration only, which does not occupy it.
    public boolean admin() {
        return adminAccess.orElse(false);
    }
}
