package dev.berth.devices;

import dev.berth.devices.allocation.Allocator;
import dev.berth.model.Node;
import dev.berth.model.NodeSelector;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ResourceClaim;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The claims of a pod in one attempt (kube-scheduler: `stateData`).
final class CycleClaims {
    private static final String OPTIONAL_OPERATIONS = "DRAOptionalNodeOperations";

    /// A claim.
    ///
    /// @param availableOn the nodes on which the allocated devices can be used; all if absent
    /// @param usable whether the allocated devices have not failed to become ready
    record Entry(ResourceClaim claim, Optional<NodeSelector> availableOn, boolean usable) {
        boolean allocated() {
            return claim.allocation().isPresent();
        }

        /// The only node on which the allocated devices can be used, if its name selects it.
        Optional<String> onlyNode() {
            return availableOn.flatMap(NodeSelector::onlyNode);
        }

        /// Whether a pod on the node can use the allocated devices.
        boolean isAvailableOn(Node node) {
            return usable
                    && (availableOn.isEmpty()
                            || availableOn.get().matches(node.labels(), node.name()))
                    && (!skipsOperations()
                            || node.declaredFeatures().contains(OPTIONAL_OPERATIONS));
        }

        private boolean skipsOperations() {
            return claim.allocation().stream()
                    .flatMap(allocation -> allocation.devices().stream())
                    .anyMatch(device -> !device.skipNodeOperations().isEmpty());
        }
    }

    /// What the allocator found on a node.
    ///
    /// @param allocations the allocations of the claims that are not allocated, in their order
    /// @param extended the claim for extended resources, with its requests on this node
    record NodeAllocation(List<Allocation> allocations, Optional<ExtendedClaim> extended) {}

    private final List<Entry> entries;
    private final List<ResourceClaim> toAllocate;
    private final Optional<PodExtendedResources> extended;
    private final Optional<Allocator> allocator;

    CycleClaims(
            List<Entry> entries,
            Optional<PodExtendedResources> extended,
            Optional<Allocator> allocator) {
        this.entries = List.copyOf(entries);
        this.toAllocate =
                entries.stream().filter(each -> !each.allocated()).map(Entry::claim).toList();
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
        return toAllocate;
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

    /// The indexes of the claims whose devices the node cannot use.
    BitSet unavailableOn(Node node) {
        var unavailable = new BitSet();
        for (int i = 0; i < entries.size(); i++) {
            if (!entries.get(i).isAvailableOn(node)) {
                unavailable.set(i);
            }
        }
        return unavailable;
    }
}
