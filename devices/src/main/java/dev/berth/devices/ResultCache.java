package dev.berth.devices;

import dev.berth.devices.allocation.DeviceChanges;
import dev.berth.devices.allocation.NodeResults;
import dev.berth.model.PodClaimStatuses.RequestMapping;
import dev.berth.model.device.DeviceConstraint;
import dev.berth.model.device.DeviceRequest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// The results of the allocator on each node, for pods with equal requests. Claims that are
/// generated from one template have equal requests.
///
/// An exception is never kept, because its text names the claim.
final class ResultCache {
    private static final int MAX_KEYS = 256;

    /// Everything that the result on a node depends on besides the node, its devices and the
    /// classes.
    ///
    /// @param extended the extended resources of the pod that devices can provide
    record Key(List<ClaimRequests> claims, Optional<ExtendedKey> extended) {}

    /// What a claim requests.
    record ClaimRequests(List<DeviceRequest> requests, List<DeviceConstraint> constraints) {}

    /// @param leftOver whether an earlier attempt left a claim with requests
    /// @param requests the requests if devices provide all resources
    record ExtendedKey(
            boolean leftOver,
            boolean allocated,
            boolean otherClaims,
            SortedMap<String, Long> amounts,
            List<DeviceRequest> requests,
            List<RequestMapping> mappings) {}

    private final DeviceChanges changes;
    private final Map<Key, NodeResults> results =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, NodeResults> eldest) {
                    return size() > MAX_KEYS;
                }
            };

    ResultCache(DeviceChanges changes) {
        this.changes = changes;
    }

    NodeResults of(Key key) {
        return results.computeIfAbsent(key, each -> new NodeResults(changes));
    }
}
