package dev.berth.devices;

import dev.berth.devices.CycleClaims.Entry;
import dev.berth.devices.CycleClaims.NodeAllocation;
import dev.berth.devices.ReservedClaims.Reserved;
import dev.berth.model.DeviceEncoder;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a pod reserves on its node.
final class ClaimReservation {
    private static final String ANY_SHARE = "*";

    private ClaimReservation() {}

    /// The claims with their new allocations.
    ///
    /// @param found what the allocator found on the node
    /// @throws IllegalStateException if the filter did not allocate devices on the node
    static ReservedClaims of(CycleClaims claims, Optional<NodeAllocation> found) {
        if (claims.isEmpty()) {
            return ReservedClaims.NONE;
        }
        List<ResourceClaim> wanted = claims.toAllocate();
        List<Allocation> allocations = found.map(NodeAllocation::allocations).orElse(List.of());
        if (!wanted.isEmpty() && allocations.isEmpty()) {
            if (wanted.stream().anyMatch(claim -> !claims.isExtended(claim))) {
                throw new IllegalStateException("claim allocation not found for node");
            }
        } else if (wanted.size() != allocations.size()) {
            throw new IllegalStateException(
                    "internal error, have %d allocations, %d claims to allocate, want %d claims"
                            .formatted(allocations.size(), wanted.size(), wanted.size()));
        }
        var reserved = new ArrayList<Reserved>();
        int next = 0;
        for (Entry entry : claims.entries()) {
            Optional<Allocation> allocation =
                    entry.allocated() || allocations.isEmpty()
                            ? Optional.empty()
                            : Optional.of(allocations.get(next++));
            Optional<ExtendedClaim> extended =
                    claims.isExtended(entry.claim())
                            ? found.flatMap(NodeAllocation::extended)
                                    .or(() ->
                                            Optional.of(
                                                    new ExtendedClaim(entry.claim(), List.of())))
                            : Optional.empty();
            reserved.add(
                    new Reserved(
                            extended.map(ExtendedClaim::claim).orElse(entry.claim()),
                            allocation,
                            extended));
        }
        return new ReservedClaims(reserved);
    }

    /// The new allocations by claim, as decision records contain them.
    static Map<String, Json.Obj> describe(ReservedClaims reserved) {
        var described = new LinkedHashMap<String, Json.Obj>();
        for (Reserved each : reserved.claims()) {
            each.allocation()
                    .ifPresent(allocation ->
                            described.putIfAbsent(each.claim().key(), described(each, allocation)));
        }
        return described;
    }

    /// The new allocations as text for users.
    static List<String> text(ReservedClaims reserved) {
        var text = new ArrayList<String>();
        for (Reserved each : reserved.claims()) {
            if (each.allocation().isPresent()) {
                // Every decision has this text, and formatting takes longer than concatenation.
                String devices = devices(each.allocation().get());
                text.add("claim " + each.claim().name() + " gets " + devices);
            }
        }
        return text;
    }

    private static String devices(Allocation allocation) {
        List<AllocatedDevice> devices = allocation.devices();
        return devices.isEmpty()
                ? "no devices"
                : devices.stream()
                        .map(device -> device.id().toString())
                        .collect(Collectors.joining(", "));
    }

    private static Json.Obj described(Reserved reserved, Allocation allocation) {
        Allocation shown = withShareIds(allocation, ANY_SHARE);
        var out =
                Json.Obj.builder()
                        .put("devices", DeviceEncoder.results(shown))
                        .putUnlessEmpty("config", DeviceEncoder.config(shown));
        shown.nodeSelector()
                .ifPresent(terms -> out.put("nodeSelector", DeviceEncoder.nodeSelector(terms)));
        if (reserved.extended().isPresent()) {
            out.putUnlessEmpty("requests", DeviceEncoder.requests(reserved.claim().requests()));
        }
        return out.build();
    }

    private static Allocation withShareIds(Allocation allocation, String id) {
        return new Allocation(
                allocation.devices().stream()
                        .map(device ->
                                device.shareId().isPresent() ? withShareId(device, id) : device)
                        .toList(),
                allocation.config(),
                allocation.nodeSelector(),
                allocation.timestamp());
    }

    static AllocatedDevice withShareId(AllocatedDevice device, String id) {
        return new AllocatedDevice(
                device.request(),
                device.id(),
                device.adminAccess(),
                device.tolerations(),
                device.bindingConditions(),
                device.bindingFailureConditions(),
                Optional.of(id),
                device.consumedCapacity(),
                device.skipNodeOperations());
    }
}
