package dev.berth.model.device;

/// A configuration of allocated devices (Kubernetes: `DeviceAllocationConfiguration`).
///
/// @param source [#FROM_CLASS] or [#FROM_CLAIM]
public record AllocatedConfiguration(String source, DeviceConfiguration configuration) {
    public static final String FROM_CLASS = "FromClass";
    public static final String FROM_CLAIM = "FromClaim";
}
