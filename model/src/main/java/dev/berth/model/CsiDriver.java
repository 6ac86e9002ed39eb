package dev.berth.model;

/// A storage driver.
///
/// @param storageCapacity whether it tells how much it can still provide
/// @param preventsPods whether pods keep off nodes without it
public record CsiDriver(Meta meta, boolean storageCapacity, boolean preventsPods)
        implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.CSI_DRIVER;
    }
}
