package dev.berth.devices;

import dev.berth.devices.CycleClaims.Entry;
import dev.berth.devices.CycleClaims.NodeAllocation;
import dev.berth.devices.allocation.AllocationDeadline;
import dev.berth.devices.allocation.AllocationException;
import dev.berth.devices.allocation.Allocator;
import dev.berth.devices.allocation.Allocator.Outcome;
import dev.berth.devices.allocation.DeviceChanges;
import dev.berth.devices.allocation.NodeResults;
import dev.berth.devices.allocation.NodeResults.Result;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// Checks on each node whether the allocated devices can be used, and whether the other claims can
/// get devices.
///
/// Only the nodes whose devices changed since the last pod with equal requests are evaluated. The
/// devices of the selected node are allocated when they are reserved.
final class ClaimFilter implements NodeFilter {
    static final Reject UNAVAILABLE =
            Reject.unresolvable("resourceclaim not available on the node");

    private static final Result PASS = new Result(Verdict.PASS, 0);
    private static final Result NO_DEVICES =
            new Result(Reject.unresolvable(Allocator.NO_DEVICES), 0);

    private final Pod pod;
    private final CycleClaims claims;
    private final ExtendedResourceClasses classes;
    private final Settings settings;
    private final Nodes nodes;
    private final DeviceChanges changes;
    private final Optional<NodeResults> results;
    private Optional<LastAllocation> last = Optional.empty();

    /// Whether the score of a node depends on the alternatives that the allocator selects there.
    private final boolean alternatives;

    /// The claims for extended resources by the resources that devices provide.
    private final Map<SortedMap<String, String>, PodExtendedResources.OnNode> extendedClaims =
            new HashMap<>();

    /// The claims to allocate, by the claim for extended resources. The lists are kept, because the
    /// allocator shares results between calls with the same list.
    private final IdentityHashMap<ExtendedClaim, List<ResourceClaim>> withExtended =
            new IdentityHashMap<>();

    /// The last result of [#allocation].
    ///
    /// @param changes the position in the log of changes at that time
    private record LastAllocation(String node, long changes, Optional<NodeAllocation> found) {}

    /// What the filter needs besides the claims.
    ///
    /// @param bindingConditions whether allocated devices can have binding conditions
    /// @param filterTimeout the time limit for one node; zero for none
    record Settings(
            boolean bindingConditions,
            Duration filterTimeout,
            Duration bindingTimeout,
            LongSupplier nowNanos) {}

    ClaimFilter(
            Pod pod, CycleClaims claims, SharedDevices devices, Settings settings, Nodes nodes) {
        this.pod = pod;
        this.claims = claims;
        this.classes = devices.extendedResources();
        this.settings = settings;
        this.nodes = nodes;
        this.changes = devices.slices().changes();
        this.alternatives = claims.toAllocate().stream().anyMatch(PriorityScorer::hasAlternatives);
        this.results =
                claims.allocator().isPresent()
                        ? Optional.of(devices.results().of(key()))
                        : Optional.empty();
    }

    private ResultCache.Key key() {
        var requests = new ArrayList<ResultCache.ClaimRequests>(claims.toAllocate().size());
        for (ResourceClaim claim : claims.toAllocate()) {
            requests.add(new ResultCache.ClaimRequests(claim.requests(), claim.constraints()));
        }
        return new ResultCache.Key(requests, claims.extended().map(this::extendedKey));
    }

    private ResultCache.ExtendedKey extendedKey(PodExtendedResources extended) {
        var all = new TreeMap<String, String>();
        for (String resource : extended.amounts().keySet()) {
            classes.classOf(resource).ifPresent(each -> all.put(resource, each.name()));
        }
        ExtendedClaim byDevices =
                extendedClaims
                        .computeIfAbsent(all, provided -> extended.created(pod, provided))
                        .claim()
                        .orElseThrow();
        return new ResultCache.ExtendedKey(
                !extended.claim().requests().isEmpty(),
                extended.claim().allocation().isPresent(),
                claims.hasPodClaims(),
                extended.amounts(),
                byDevices.claim().requests(),
                byDevices.mappings());
    }

    @Override
    public Verdict test(NodeView view) {
        Verdict verdict = result(view).verdict();
        return verdict instanceof Reject || isAvailable(view.node()) ? verdict : UNAVAILABLE;
    }

    private boolean isAvailable(Node node) {
        return !claims.hasPodClaims() || claims.unavailableOn(node).isEmpty();
    }

    /// The score of the alternatives that the allocator selects on the node.
    long score(NodeView view) {
        return result(view).score();
    }

    private Result result(NodeView view) {
        if (results.isEmpty()) {
            return evaluate(view);
        }
        NodeResults known = results.get();
        known.refresh(this::row);
        int row = view.row();
        if (!known.known().contains(row)) {
            known.put(row, evaluate(view));
        }
        return known.of(row);
    }

    private int row(String name) {
        return nodes.row(name).orElse(-1);
    }

    @Override
    public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        MutableNodeSet left = candidates.copy();
        if (results.isPresent()) {
            NodeResults known = results.get();
            known.refresh(this::row);
            for (int word = 0; word < left.words(); word++) {
                for (long unknown = left.word(word) & ~known.known().word(word);
                        unknown != 0;
                        unknown &= unknown - 1) {
                    int row = (word << 6) + Long.numberOfTrailingZeros(unknown);
                    known.put(row, evaluate(nodes.view(row)));
                }
            }
            known.reject(left, out);
        } else if (claims.extended().isPresent()) {
            for (int row = left.next(0); row >= 0; row = left.next(row + 1)) {
                if (evaluate(nodes.view(row)).verdict() instanceof Reject reject) {
                    left.remove(row);
                    out.reject(row, reject);
                }
            }
        }
        if (claims.hasPodClaims()) {
            for (Entry entry : claims.entries()) {
                if (entry.allocated()) {
                    rejectUnavailable(entry, nodes, left, out);
                }
            }
        }
    }

    private static void rejectUnavailable(
            Entry entry, Nodes nodes, MutableNodeSet left, Rejections out) {
        Optional<String> only = entry.onlyNode();
        if (only.isPresent()) {
            int row = nodes.row(only.get()).orElse(-1);
            boolean available =
                    row >= 0 && left.contains(row) && entry.isAvailableOn(nodes.view(row).node());
            if (available) {
                left.remove(row);
            }
            for (int word = 0; word < left.words(); word++) {
                out.rejectWord(word, left.word(word), UNAVAILABLE);
            }
            left.clear();
            if (available) {
                left.add(row);
            }
            return;
        }
        for (int each = left.next(0); each >= 0; each = left.next(each + 1)) {
            if (!entry.isAvailableOn(nodes.view(each).node())) {
                left.remove(each);
                out.reject(each, UNAVAILABLE);
            }
        }
    }

    /// The result of a node, without the claims that are allocated.
    private Result evaluate(NodeView view) {
        PodExtendedResources.OnNode extended = extendedOn(view);
        if (extended.rejection().isPresent()) {
            return new Result(extended.rejection().get(), 0);
        }
        if (claims.allocator().isEmpty() || extended.claim().isEmpty() && !claims.hasPodClaims()) {
            return PASS;
        }
        Allocator allocator = claims.allocator().get();
        List<ResourceClaim> wanted = wanted(extended.claim());
        Outcome outcome =
                alternatives
                        ? allocator.allocate(view.node(), wanted, deadline())
                        : allocator.check(view.node(), wanted, deadline());
        return switch (outcome) {
            case Outcome.Possible() -> PASS;
            case Outcome.Impossible(String reason) ->
                    reason.equals(Allocator.NO_DEVICES)
                            ? NO_DEVICES
                            : new Result(Reject.unresolvable(reason), 0);
            case Outcome.TimedOut() ->
                    throw new AllocationException(
                            "node %s: timed out trying to allocate devices".formatted(view.name()));
            case Outcome.Allocated(List<Allocation> allocations) ->
                    new Result(
                            Verdict.PASS, PriorityScorer.score(claims.toAllocate(), allocations));
        };
    }

    private PodExtendedResources.OnNode extendedOn(NodeView view) {
        return claims.extended().isPresent()
                ? claims.extended()
                        .get()
                        .on(view, pod, classes, claims.hasPodClaims(), extendedClaims)
                : PodExtendedResources.OnNode.NONE;
    }

    /// Allocates the claims on the node. Absent if there is nothing to allocate, or if the node
    /// does not have the devices.
    Optional<NodeAllocation> allocation(NodeView view) {
        long now = changes.end();
        if (last.isEmpty()
                || !last.get().node().equals(view.name())
                || last.get().changes() != now) {
            last = Optional.of(new LastAllocation(view.name(), now, allocate(view)));
        }
        return last.get().found();
    }

    private Optional<NodeAllocation> allocate(NodeView view) {
        PodExtendedResources.OnNode extended = extendedOn(view);
        if (claims.allocator().isEmpty()
                || extended.rejection().isPresent()
                || extended.claim().isEmpty() && !claims.hasPodClaims()) {
            return Optional.empty();
        }
        return claims.allocator().get().allocate(view.node(), wanted(extended.claim()), deadline())
                        instanceof Outcome.Allocated(List<Allocation> allocations)
                ? Optional.of(new NodeAllocation(allocations, extended.claim()))
                : Optional.empty();
    }

    private List<ResourceClaim> wanted(Optional<ExtendedClaim> extended) {
        return extended.isPresent()
                ? withExtended.computeIfAbsent(extended.get(), this::claimsWith)
                : claims.toAllocate();
    }

    private List<ResourceClaim> claimsWith(ExtendedClaim extended) {
        return claims.toAllocate().stream()
                .map(claim -> claims.isExtended(claim) ? extended.claim() : claim)
                .toList();
    }

    private AllocationDeadline deadline() {
        return AllocationDeadline.after(settings.filterTimeout(), settings.nowNanos());
    }
}
