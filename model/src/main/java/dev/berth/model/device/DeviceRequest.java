package dev.berth.model.device;

import java.util.List;
import java.util.Optional;

/// A request of a claim: certain devices, or the first available alternative.
///
/// @param exactly the requested devices, with the name of the request
/// @param firstAvailable the alternatives (Kubernetes: `DeviceSubRequest`), each with its own name
public record DeviceRequest(
        String name,
        Optional<ExactDeviceRequest> exactly,
        List<ExactDeviceRequest> firstAvailable) {
    public DeviceRequest {
        firstAvailable = List.copyOf(firstAvailable);
    }
}
