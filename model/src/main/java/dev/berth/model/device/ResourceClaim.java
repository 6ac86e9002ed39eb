package dev.berth.model.device;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;

import java.util.List;
import java.util.Optional;

/// A ResourceClaim: the devices that pods request, and the devices that are allocated.
///
/// @param reservedFor the consumers that can use the claim
/// @param devices the status of the allocated devices, which their drivers report
public record ResourceClaim(
        Meta meta,
        List<DeviceRequest> requests,
        List<DeviceConstraint> constraints,
        List<DeviceConfiguration> config,
        Optional<Allocation> allocation,
        List<ClaimConsumer> reservedFor,
        List<AllocatedDeviceStatus> devices)
        implements KubeObject {
    /// The finalizer of an allocated claim.
    public static final String FINALIZER = "resource.kubernetes.io/delete-protection";

    /// The annotation of a claim that the scheduler created for extended resources.
    public static final String EXTENDED_RESOURCE_ANNOTATION =
            "resource.kubernetes.io/extended-resource-claim";

    public ResourceClaim {
        requests = List.copyOf(requests);
        constraints = List.copyOf(constraints);
        config = List.copyOf(config);
        reservedFor = List.copyOf(reservedFor);
        devices = List.copyOf(devices);
    }

    @Override
    public Kind kind() {
        return Kind.RESOURCE_CLAIM;
    }

    public String name() {
        return meta.name();
    }

    public String uid() {
        return meta.uid();
    }

    /// Whether the status is the same, regardless of the rest.
    public boolean sameStatus(ResourceClaim other) {
        return allocation.equals(other.allocation)
                && reservedFor.equals(other.reservedFor)
                && devices.equals(other.devices);
    }

    /// Whether the claim is reserved for the consumer with this UID.
    public boolean reservedFor(String consumerUid) {
        for (ClaimConsumer consumer : reservedFor) {
            if (consumer.uid().equals(consumerUid)) {
                return true;
            }
        }
        return false;
    }

    public ResourceClaim withMeta(Meta meta) {
        return new ResourceClaim(
                meta, requests, constraints, config, allocation, reservedFor, devices);
    }

    public ResourceClaim withRequests(List<DeviceRequest> requests) {
        return new ResourceClaim(
                meta, requests, constraints, config, allocation, reservedFor, devices);
    }

    public ResourceClaim withAllocation(Optional<Allocation> allocation) {
        return new ResourceClaim(
                meta, requests, constraints, config, allocation, reservedFor, devices);
    }

    public ResourceClaim withReservedFor(List<ClaimConsumer> reservedFor) {
        return new ResourceClaim(
                meta, requests, constraints, config, allocation, reservedFor, devices);
    }
}
