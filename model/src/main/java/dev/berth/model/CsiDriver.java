package dev.berth.model;

/// A CSIDriver.
///
/// @param storageCapacity whether the driver publishes its storage capacity
/// @param preventsPods whether pods that use the driver are rejected on nodes without it
public record CsiDriver(Meta meta, boolean storageCapacity, boolean preventsPods)
        implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.CSI_DRIVER;
    }
}
