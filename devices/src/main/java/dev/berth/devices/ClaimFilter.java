package dev.berth.devices;

import dev.berth.devices.CycleClaims.Entry;
import dev.berth.devices.CycleClaims.NodeAllocation;
import dev.berth.devices.allocation.AllocationDeadline;
import dev.berth.devices.allocation.AllocationException;
import dev.berth.devices.allocation.Allocator;
import dev.berth.devices.allocation.Allocator.Outcome;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Checks on each node whether the allocated devices can be used, and allocates the others.
final class ClaimFilter implements NodeFilter {
    static final Reject UNAVAILABLE =
            Reject.unresolvable("resourceclaim not available on the node");
    private static final String OPTIONAL_OPERATIONS = "DRAOptionalNodeOperations";

    private final Pod pod;
    private final CycleClaims claims;
    private final ExtendedResourceClasses classes;
    private final Settings settings;

    /// What the filter needs besides the claims.
    ///
    /// @param bindingConditions whether allocated devices can have binding conditions
    /// @param filterTimeout the time limit for one node; zero for none
    record Settings(
            boolean bindingConditions,
            Duration filterTimeout,
            Duration bindingTimeout,
            LongSupplier nowNanos) {}

    ClaimFilter(Pod pod, CycleClaims claims, ExtendedResourceClasses classes, Settings settings) {
        this.pod = pod;
        this.claims = claims;
        this.classes = classes;
        this.settings = settings;
    }

    @Override
    public Verdict test(NodeView view) {
        Optional<ExtendedClaim> extended = Optional.empty();
        if (claims.extended().isPresent()) {
            PodExtendedResources.OnNode onNode =
                    claims.extended().get().on(view, pod, classes, claims.hasPodClaims());
            if (onNode.rejection().isPresent()) {
                return onNode.rejection().get();
            }
            extended = onNode.claim();
        }
        if (extended.isEmpty() && !claims.hasPodClaims()) {
            return Verdict.PASS;
        }
        BitSet unavailable = unavailable(view.node());
        if (claims.allocator().isPresent()) {
            Outcome outcome = allocate(claims.allocator().get(), view.node(), extended);
            switch (outcome) {
                case Outcome.Impossible(String reason) -> {
                    return Reject.unresolvable(reason);
                }
                case Outcome.TimedOut() ->
                        throw new AllocationException(
                                "node %s: timed out trying to allocate devices"
                                        .formatted(view.name()));
                case Outcome.Allocated(List<Allocation> allocations) -> {
                    if (unavailable.isEmpty()) {
                        claims.record(view.name(), new NodeAllocation(allocations, extended));
                    }
                }
            }
        }
        if (!unavailable.isEmpty()) {
            claims.unavailable(view.name(), unavailable);
            return UNAVAILABLE;
        }
        return Verdict.PASS;
    }

    private Outcome allocate(Allocator allocator, Node node, Optional<ExtendedClaim> extended) {
        var wanted = new ArrayList<ResourceClaim>();
        for (ResourceClaim claim : claims.toAllocate()) {
            wanted.add(
                    claims.isExtended(claim) && extended.isPresent()
                            ? extended.get().claim()
                            : claim);
        }
        return allocator.allocate(
                node,
                wanted,
                AllocationDeadline.after(settings.filterTimeout(), settings.nowNanos()));
    }

    private BitSet unavailable(Node node) {
        var unavailable = new BitSet();
        for (int i = 0; i < claims.entries().size(); i++) {
            if (!isAvailable(claims.entries().get(i), node)) {
                unavailable.set(i);
            }
        }
        return unavailable;
    }

    private boolean isAvailable(Entry entry, Node node) {
        if (entry.availableOn().isPresent()
                && !entry.availableOn().get().matches(node.labels(), node.name())) {
            return false;
        }
        if (!entry.allocated()) {
            return true;
        }
        boolean skipsOperations =
                entry.claim().allocation().orElseThrow().devices().stream()
                        .anyMatch(device -> !device.skipNodeOperations().isEmpty());
        if (skipsOperations && !node.declaredFeatures().contains(OPTIONAL_OPERATIONS)) {
            return false;
        }
        return !settings.bindingConditions()
                || switch (BindingReadiness.of(
                                entry.claim(),
                                settings.bindingTimeout(),
                                settings.nowNanos().getAsLong())
                        .state()) {
                    case READY, WAITING -> true;
                    case TIMED_OUT, FAILED -> false;
                };
    }
}
