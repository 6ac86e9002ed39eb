package dev.berth.devices.allocation;

import dev.berth.model.Node;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.ResourceClaim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Allocates devices to the claims of a pod on a node (kube-scheduler: `structured.Allocator`,
/// variant `incubating`).
public final class Allocator {
    /// The number of devices that a claim can have.
    static final int MAX_DEVICES = 32;

    /// Stands for the ID of a share until the allocation is reserved.
    public static final String NO_SHARE_ID = "";

    /// The reason if the node does not have the devices.
    public static final String NO_DEVICES = "cannot allocate all claims";

    private static final String INVALID_POOLS = "invalid resource pools were encountered";

    private static final Outcome POSSIBLE = new Outcome.Possible();

    private final AllocatorFeatures features;
    private final Function<Node, List<Pool>> pools;
    private final AllocatedDevices allocated;
    private final Function<String, Optional<DeviceClass>> classes;
    private final Selectors selectors;
    private KnownPlans known = new KnownPlans(List.of(), List.of());

    /// Plans that are the same on all nodes.
    private record KnownPlans(List<ResourceClaim> claims, List<ClaimPlan> plans) {}

    /// @param pools returns the pools of a node in the order of use
    /// @param classes returns the class with a name
    public Allocator(
            AllocatorFeatures features,
            Function<Node, List<Pool>> pools,
            AllocatedDevices allocated,
            Function<String, Optional<DeviceClass>> classes,
            Selectors selectors) {
        this.features = features;
        this.pools = pools;
        this.allocated = allocated;
        this.classes = classes;
        this.selectors = selectors;
    }

    /// The result of [#allocate].
    public sealed interface Outcome {
        /// An allocation for each claim, in the order of the claims.
        record Allocated(List<Allocation> allocations) implements Outcome {}

        /// The node has the devices.
        record Possible() implements Outcome {}

        /// The node does not have the devices.
        ///
        /// @param reason the reason of the rejection
        record Impossible(String reason) implements Outcome {}

        /// The time is over.
        record TimedOut() implements Outcome {}
    }

    /// Allocates devices of the node to the claims.
    ///
    /// Calls for other nodes with the same list of claims share what does not depend on the node.
    ///
    /// @throws AllocationException if a claim, a class or a slice is invalid
    public Outcome allocate(Node node, List<ResourceClaim> claims, AllocationDeadline deadline) {
        return search(node, claims, deadline, true);
    }

    /// As [#allocate], but does not build the allocations: returns [Outcome.Possible] if there are
    /// any.
    ///
    /// @throws AllocationException if [#allocate] would throw it
    public Outcome check(Node node, List<ResourceClaim> claims, AllocationDeadline deadline) {
        return search(node, claims, deadline, false);
    }

    private Outcome search(
            Node node, List<ResourceClaim> claims, AllocationDeadline deadline, boolean build) {
        try {
            var matcher = new DeviceMatcher(selectors, features, deadline);
            List<Pool> available = pools.apply(node);
            List<ClaimPlan> plans = plans(claims, node, available, matcher);
            var chosen = new ChosenDevices(features, allocated, plans);
            var search = new DeviceSearch(plans, available, node, matcher, chosen, deadline);
            return switch (search.run()) {
                case FOUND -> {
                    if (!build && chosen.areAllLocal()) {
                        yield POSSIBLE;
                    }
                    List<Allocation> allocations = allocations(node, plans, search, chosen);
                    yield build ? new Outcome.Allocated(allocations) : POSSIBLE;
                }
                case NOT_FOUND -> new Outcome.Impossible(reason(available));
                case TOO_MANY_DEVICES ->
                        throw new AllocationException("allocation max size exceeded");
            };
        } catch (AllocationDeadline.TimedOut over) {
            return new Outcome.TimedOut();
        }
    }

    private List<ClaimPlan> plans(
            List<ResourceClaim> claims, Node node, List<Pool> available, DeviceMatcher matcher) {
        if (known.claims().equals(claims)) {
            return known.plans();
        }
        var planner = new RequestPlanner(features, classes, matcher);
        var plans = new ArrayList<ClaimPlan>(claims.size());
        boolean reusable = true;
        for (ResourceClaim claim : claims) {
            ClaimPlan plan = planner.plan(claim, node, available);
            plans.add(plan);
            reusable &= plan.isReusable();
        }
        if (reusable) {
            known = new KnownPlans(claims, plans);
        }
        return plans;
    }

    /// Counts the devices of a node for each request, for explanations.
    ///
    /// @throws AllocationException if a claim, a class or a slice is invalid
    public List<CountedDevices> count(Node node, List<ResourceClaim> claims) {
        var deadline = AllocationDeadline.after(Duration.ZERO, () -> 0L);
        var matcher = new DeviceMatcher(selectors, features, deadline);
        var planner = new RequestPlanner(features, classes, matcher);
        List<Pool> available = pools.apply(node);
        var counts = new UsableDevices(features, allocated, matcher, available, node);
        var counted = new ArrayList<CountedDevices>();
        for (ResourceClaim claim : claims) {
            counted.addAll(counts.of(planner.plan(claim, node, available)));
        }
        return counted;
    }

    private static String reason(List<Pool> pools) {
        for (Pool pool : pools) {
            if (pool.state() == Pool.State.INVALID) {
                return INVALID_POOLS;
            }
        }
        return NO_DEVICES;
    }

    private List<Allocation> allocations(
            Node node, List<ClaimPlan> plans, DeviceSearch search, ChosenDevices chosen) {
        var allocations = new ArrayList<Allocation>();
        for (int i = 0; i < plans.size(); i++) {
            int claim = i;
            List<PlannedDevices> selected = new ArrayList<>();
            for (int r = 0; r < plans.get(i).requests().size(); r++) {
                selected.add(search.selected(claim, r));
            }
            allocations.add(
                    new AllocationBuilder(features, plans.get(i).claim(), selected)
                            .build(chosen.of(i), node));
        }
        return List.copyOf(allocations);
    }
}
