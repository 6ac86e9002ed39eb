package dev.berth.devices.allocation;

import dev.berth.spi.Gates;

/// The features of the allocator that feature gates control.
public record AllocatorFeatures(
        boolean partitionableDevices,
        boolean deviceTaints,
        boolean bindingConditions,
        boolean consumableCapacity,
        boolean fractionalCapacityRange) {
    public static AllocatorFeatures of(Gates gates) {
        return new AllocatorFeatures(
                gates.on("DRAPartitionableDevices"),
                gates.on("DRADeviceTaints"),
                gates.on("DRADeviceBindingConditions") && gates.on("DRAResourceClaimDeviceStatus"),
                gates.on("DRAConsumableCapacity"),
                gates.on("DRAFractionalCapacityRange"));
    }
}
