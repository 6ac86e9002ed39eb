package dev.berth.answers;

import java.util.List;

/// A device of a node, and the ResourceClaims that use it.
public record NodeDeviceItem(
        @Doc("driver/pool/name") String device,
        @Doc("taints as `key=value:effect`, those of DeviceTaintRules included")
                List<String> taints,
        @Doc("claims with this device that the caller may list, as namespace/name")
                List<String> claims,
        @Doc("claims with this device that the caller may not list") int hiddenClaims) {}
