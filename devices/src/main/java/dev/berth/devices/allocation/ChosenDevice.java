package dev.berth.devices.allocation;

import dev.berth.devices.allocation.PlannedDevices.Candidate;
import dev.berth.model.Quantity;

import java.util.Map;
import java.util.Optional;

/// A device that a search has chosen for a request.
///
/// @param share the consumed capacity, if the device is shared
record ChosenDevice(
        PlannedDevices request, Candidate candidate, Optional<Map<String, Quantity>> share) {}
