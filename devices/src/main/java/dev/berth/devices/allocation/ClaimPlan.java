package dev.berth.devices.allocation;

import dev.berth.model.device.ResourceClaim;

import java.util.List;

/// A claim that is ready for the search.
record ClaimPlan(
        ResourceClaim claim, List<RequestPlan> requests, List<AttributeConstraint> constraints) {

    /// A request with its alternatives in order of preference; a plain request is its only
    /// alternative.
    record RequestPlan(boolean prioritized, List<PlannedDevices> alternatives) {}
}
