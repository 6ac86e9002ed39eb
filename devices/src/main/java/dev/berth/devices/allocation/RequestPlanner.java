package dev.berth.devices.allocation;

import dev.berth.devices.allocation.ClaimPlan.RequestPlan;
import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.devices.allocation.PlannedDevices.Candidate;
import dev.berth.devices.allocation.PlannedDevices.ResolvedRequest;
import dev.berth.model.Node;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceConstraint;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.ExactDeviceRequest;
import dev.berth.model.device.ResourceClaim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Validates the requests of claims on a node and determines how many devices they need
/// (kube-scheduler: `validateDeviceRequest`).
final class RequestPlanner {
    private final AllocatorFeatures features;
    private final Function<String, Optional<DeviceClass>> classes;
    private final DeviceMatcher matcher;
    private final CapacityRequests capacities;

    RequestPlanner(
            AllocatorFeatures features,
            Function<String, Optional<DeviceClass>> classes,
            DeviceMatcher matcher) {
        this.features = features;
        this.classes = classes;
        this.matcher = matcher;
        this.capacities = new CapacityRequests(features);
    }

    /// @throws AllocationException if a request is invalid
    ClaimPlan plan(ResourceClaim claim, Node node, List<Pool> pools) {
        var requests = new ArrayList<RequestPlan>();
        long total = 0;
        for (DeviceRequest request : claim.requests()) {
            if (!features.consumableCapacity()) {
                rejectCapacities(claim, request);
            }
            RequestPlan plan = plan(claim, request, node, pools);
            requests.add(plan);
            total = total(claim, request, plan, total);
        }
        return new ClaimPlan(claim, requests, constraints(claim));
    }

    private static long total(
            ResourceClaim claim, DeviceRequest request, RequestPlan plan, long before) {
        long least = Long.MAX_VALUE;
        for (PlannedDevices alternative : plan.alternatives()) {
            least = Math.min(least, alternative.count());
        }
        if (least > Allocator.MAX_DEVICES - before) {
            throw new AllocationException(
                    "claim %s, request %s: adding %d devices exceeds the claim limit of %d, with %d already accounted for"
                            .formatted(
                                    claim.key(),
                                    request.name(),
                                    least,
                                    Allocator.MAX_DEVICES,
                                    before));
        }
        return before + least;
    }

    private static void rejectCapacities(ResourceClaim claim, DeviceRequest request) {
        String disabled =
                "has capacity requests, but the DRAConsumableCapacity feature is disabled";
        if (request.exactly().flatMap(ExactDeviceRequest::capacity).isPresent()) {
            throw new AllocationException(
                    "claim %s, request %s: %s".formatted(claim.key(), request.name(), disabled));
        }
        for (ExactDeviceRequest alternative : request.firstAvailable()) {
            if (alternative.capacity().isPresent()) {
                throw new AllocationException(
                        "claim %s, subrequest %s: %s"
                                .formatted(claim.key(), alternative.name(), disabled));
            }
        }
    }

    private RequestPlan plan(
            ResourceClaim claim, DeviceRequest request, Node node, List<Pool> pools) {
        boolean prioritized = !request.firstAvailable().isEmpty();
        List<ExactDeviceRequest> alternatives =
                prioritized
                        ? request.firstAvailable()
                        : List.of(
                                request.exactly()
                                        .orElseGet(() ->
                                                ExactDeviceRequest.of(request.name(), "", 0)));
        var planned = new ArrayList<PlannedDevices>();
        for (ExactDeviceRequest each : alternatives) {
            planned.add(plan(claim, request.name(), prioritized, each, node, pools));
        }
        return new RequestPlan(prioritized, planned);
    }

    private PlannedDevices plan(
            ResourceClaim claim,
            String parent,
            boolean alternative,
            ExactDeviceRequest request,
            Node node,
            List<Pool> pools) {
        String where = "claim " + claim.key() + ", request " + request.name();
        if (request.derivedAttributes()) {
            throw new AllocationException(
                    where
                            + ": cannot handle request with derived attributes, the feature is"
                            + " disabled");
        }
        for (int i = 0; i < request.selectors().size(); i++) {
            if (request.selectors().get(i).isEmpty()) {
                throw new AllocationException(
                        "%s, selector #%d: CEL expression empty (unsupported selector type?)"
                                .formatted(where, i));
            }
        }
        var resolved =
                new ResolvedRequest(
                        claim.key(), parent, alternative, request, classOf(request, where));
        if (request.all()) {
            List<Candidate> all = allDevices(resolved, where, node, pools);
            return new PlannedDevices(resolved, all.size(), all);
        }
        if (!request.allocationMode().equals(ExactDeviceRequest.EXACT_COUNT)) {
            throw new AllocationException(
                    "%s: unsupported count mode %s".formatted(where, request.allocationMode()));
        }
        return new PlannedDevices(resolved, request.count(), List.of());
    }

    private DeviceClass classOf(ExactDeviceRequest request, String where) {
        String name = request.deviceClassName();
        if (name.isEmpty()) {
            throw new AllocationException(
                    where + ": missing device class name (unsupported request type?)");
        }
        return classes.apply(name)
                .orElseThrow(() ->
                        new AllocationException(
                                "%s: could not retrieve device class %s: deviceclass.resource.k8s.io \"%s\" not found"
                                        .formatted(where, name, name)));
    }

    private List<Candidate> allDevices(
            ResolvedRequest request, String where, Node node, List<Pool> pools) {
        var all = new ArrayList<Candidate>();
        for (Pool pool : pools) {
            if (!pool.usable()) {
                throw new AllocationException(
                        "%s: asks for all devices, but resource pool %s is currently %s"
                                .formatted(
                                        where,
                                        pool.id(),
                                        pool.state() == Pool.State.INCOMPLETE
                                                ? "being updated"
                                                : "invalid"));
            }
            for (IndexedSlice slice : pool.slices()) {
                for (IndexedDevice device : slice.devices()) {
                    if (matcher.matches(request, slice, device, node)
                            && hasCapacity(request, where, device)) {
                        all.add(new Candidate(pool, slice, device));
                    }
                }
            }
        }
        return all;
    }

    private boolean hasCapacity(ResolvedRequest request, String where, IndexedDevice device) {
        if (!features.consumableCapacity()) {
            return true;
        }
        try {
            return capacities.fits(
                    request.request().requestedCapacity(), device.device(), Map.of(), Map.of());
        } catch (AllocationException problem) {
            throw new AllocationException(
                    "%s: checking capacity for device %s: %s"
                            .formatted(where, device.device().name(), problem.text()));
        }
    }

    private static List<AttributeConstraint> constraints(ResourceClaim claim) {
        var constraints = new ArrayList<AttributeConstraint>();
        for (DeviceConstraint each : claim.constraints()) {
            int index = constraints.size();
            constraints.add(
                    AttributeConstraint.of(each)
                            .orElseThrow(() ->
                                    new AllocationException(
                                            "claim %s, constraint #%d: empty constraint (unsupported constraint type?)"
                                                    .formatted(claim.key(), index))));
        }
        return constraints;
    }
}
