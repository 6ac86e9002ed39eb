package dev.berth.devices.allocation;

import dev.berth.model.Quantity;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceAttribute;
import dev.berth.model.device.DeviceCapacity;

import java.util.HashMap;
import java.util.Map;

/// What selectors can read of a device. Devices with equal contents match the same selectors.
public record DeviceContent(
        String driver,
        Map<String, DeviceAttribute> attributes,
        Map<String, Quantity> capacity,
        boolean allowMultipleAllocations) {
    static DeviceContent of(String driver, Device device) {
        var capacity = new HashMap<String, Quantity>();
        for (Map.Entry<String, DeviceCapacity> each : device.capacity().entrySet()) {
            capacity.put(each.getKey(), each.getValue().value());
        }
        return new DeviceContent(
                driver, device.attributes(), capacity, device.allowMultipleAllocations());
    }
}
