package dev.berth.expression;

import dev.berth.model.Quantity;
import dev.berth.model.device.DeviceAttribute;

import java.util.Map;

/// The device that a selector is evaluated for (dynamic-resource-allocation: `cel.Device`).
///
/// @param driver the name of the driver, which is also the domain of names without a domain
/// @param attributes the attributes by name, as in the ResourceSlice: `id` or `domain/id`
/// @param capacity the capacities by name, as in the ResourceSlice
public record DeviceInput(
        String driver,
        Map<String, DeviceAttribute> attributes,
        Map<String, Quantity> capacity,
        boolean allowMultipleAllocations) {}
