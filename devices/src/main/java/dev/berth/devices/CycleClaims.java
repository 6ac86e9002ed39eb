package dev.berth.devices;

import dev.berth.devices.allocation.Allocator;
import dev.berth.model.NodeSelector;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ResourceClaim;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The claims of a pod in one attempt, and what the filter found for them on each node
/// (kube-scheduler: `stateData`).
final class CycleClaims {
    /// @param availableOn the nodes on which the allocated devices can be used; all if absent
    record Entry(ResourceClaim claim, Optional<NodeSelector> availableOn) {
        boolean allocated() {
            return claim.allocation().isPresent();
        }
    }

    /// What the filter found on a node.
    ///
    /// @param allocations the allocations of the claims that are not allocated, in their order
    /// @param extended the claim for extended resources, with its requests on this node
    record NodeAllocation(List<Allocation> allocations, Optional<ExtendedClaim> extended) {}

    private final List<Entry> entries;
    private final Optional<PodExtendedResources> extended;
    private final Optional<Allocator> allocator;
    private final Map<String, NodeAllocation> byNode = new HashMap<>();
    private final Map<String, BitSet> unavailable = new HashMap<>();

    CycleClaims(
            List<Entry> entries,
            Optional<PodExtendedResources> extended,
            Optional<Allocator> allocator) {
        this.entries = List.copyOf(entries);
        this.extended = extended;
        this.allocator = allocator;
    }

    static CycleClaims none() {
        return new CycleClaims(List.of(), Optional.empty(), Optional.empty());
    }

    /// The claims of the pod in its order, and then the claim for extended resources.
    List<Entry> entries() {
        return entries;
    }

    /// The claims that are not allocated.
    List<ResourceClaim> toAllocate() {
        return entries.stream().filter(each -> !each.allocated()).map(Entry::claim).toList();
    }

    Optional<PodExtendedResources> extended() {
        return extended;
    }

    /// Whether this is the claim for extended resources.
    boolean isExtended(ResourceClaim claim) {
        return extended.isPresent() && extended.get().claim().uid().equals(claim.uid());
    }

    /// Whether the pod names claims itself.
    boolean hasPodClaims() {
        return entries.size() > (extended.isPresent() ? 1 : 0);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /// The allocator; absent if all claims are allocated.
    Optional<Allocator> allocator() {
        return allocator;
    }

    void record(String node, NodeAllocation found) {
        byNode.put(node, found);
    }

    Optional<NodeAllocation> found(String node) {
        return Optional.ofNullable(byNode.get(node));
    }

    /// Records claims whose devices the node cannot use.
    void unavailable(String node, BitSet claims) {
        unavailable.put(node, claims);
    }

    /// The claims whose devices the node cannot use.
    BitSet unavailable(String node) {
        return unavailable.getOrDefault(node, new BitSet());
    }
}
