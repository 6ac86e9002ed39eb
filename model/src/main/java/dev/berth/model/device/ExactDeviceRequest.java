package dev.berth.model.device;

import dev.berth.model.Quantity;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A number of devices of a class (Kubernetes: `ExactDeviceRequest` and `DeviceSubRequest`).
///
/// @param selectors the CEL expression of each selector; absent for an unknown type of selector
/// @param capacity the requested amount of each capacity
/// @param derivedAttributes whether the request defines derived attributes
public record ExactDeviceRequest(
        String name,
        String deviceClassName,
        List<Optional<String>> selectors,
        String allocationMode,
        long count,
        Optional<Boolean> adminAccess,
        List<DeviceToleration> tolerations,
        Optional<Map<String, Quantity>> capacity,
        boolean derivedAttributes) {
    public static final String EXACT_COUNT = "ExactCount";
    public static final String ALL = "All";

    public ExactDeviceRequest {
        selectors = List.copyOf(selectors);
        tolerations = List.copyOf(tolerations);
    }

    /// A request for a number of devices of a class.
    public static ExactDeviceRequest of(String name, String deviceClassName, long count) {
        return new ExactDeviceRequest(
                name,
                deviceClassName,
                List.of(),
                EXACT_COUNT,
                count,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false);
    }

    public boolean all() {
        return allocationMode.equals(ALL);
    }

    public boolean admin() {
        return adminAccess.orElse(false);
    }

    /// The requested amounts, without those that the request leaves to the device.
    public Map<String, Quantity> requestedCapacity() {
        return capacity.orElse(Map.of());
    }
}
