package dev.berth.devices.allocation;

import dev.berth.model.device.ResourceClaim;

import java.util.List;

/// A claim that is ready for the search.
record ClaimPlan(
        ResourceClaim claim, List<RequestPlan> requests, List<AttributeConstraint> constraints) {

    /// A request with its alternatives in order of preference; a plain request is its only
    /// alternative.
    record RequestPlan(boolean prioritized, List<PlannedDevices> alternatives) {}

    /// Whether the plan holds for all nodes and for any number of searches. Constraints keep the
    /// values of chosen devices, and requests for all devices list those of one node.
    boolean isReusable() {
        if (!constraints.isEmpty()) {
            return false;
        }
        for (RequestPlan request : requests) {
            for (PlannedDevices each : request.alternatives()) {
                if (each.request().all()) {
                    return false;
                }
            }
        }
        return true;
    }
}
