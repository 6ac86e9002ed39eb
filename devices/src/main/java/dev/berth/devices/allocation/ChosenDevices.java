package dev.berth.devices.allocation;

import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.devices.allocation.PlannedDevices.Candidate;
import dev.berth.model.Quantity;
import dev.berth.model.device.DeviceId;
import dev.berth.model.device.DeviceTaint;
import dev.berth.model.device.DeviceToleration;
import dev.berth.model.device.ResourceSlice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The devices that a search has chosen so far, and the checks whether another one can be added
/// (kube-scheduler: `allocateDevice`). Devices are removed in reverse order.
final class ChosenDevices {
    private final AllocatorFeatures features;
    private final AllocatedDevices allocated;
    private final CapacityRequests capacities;
    private final Counters counters;
    private final List<ClaimPlan> claims;
    private final List<List<ChosenDevice>> byClaim = new ArrayList<>();

    /// The claims that have chosen a device as a whole.
    private final Map<DeviceId, Set<Integer>> takenBy = new HashMap<>();

    private final Map<DeviceId, Shares> shares = new HashMap<>();

    /// For each chosen device, in the order of choice, whether it consumed counters.
    private final List<Boolean> countersConsumed = new ArrayList<>();

    private static final class Shares {
        int count;
        final Map<String, Quantity> consumed = new HashMap<>();
    }

    ChosenDevices(AllocatorFeatures features, AllocatedDevices allocated, List<ClaimPlan> claims) {
        this.features = features;
        this.allocated = allocated;
        this.capacities = new CapacityRequests(features);
        this.counters = new Counters(allocated);
        this.claims = claims;
        claims.forEach(claim -> byClaim.add(new ArrayList<>()));
    }

    List<ChosenDevice> of(int claim) {
        return byClaim.get(claim);
    }

    /// Whether a request can use the device, as far as other uses of it are concerned.
    boolean isFree(int claim, PlannedDevices request, IndexedDevice device) {
        return request.request().admin() ? !takenBy(device).contains(claim) : !inUse(device);
    }

    private Set<Integer> takenBy(IndexedDevice device) {
        return takenBy.isEmpty() ? Set.of() : takenBy.getOrDefault(device.id(), Set.of());
    }

    /// Whether all chosen devices belong to one node, so that their allocations always have a valid
    /// node selector.
    boolean areAllLocal() {
        for (List<ChosenDevice> devices : byClaim) {
            for (ChosenDevice each : devices) {
                ResourceSlice slice = each.candidate().slice().slice();
                if (slice.selectsPerDevice() || slice.nodes().nodeName().isEmpty()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean inUse(IndexedDevice device) {
        return allocated.exclusively(device.id()) || !takenBy(device).isEmpty();
    }

    /// Whether the device has enough capacity for the request.
    ///
    /// @param stage the beginning of the message if the amount cannot be computed
    boolean hasCapacity(PlannedDevices request, IndexedDevice device, String stage) {
        if (!features.consumableCapacity()) {
            return true;
        }
        Shares chosen = shares.isEmpty() ? null : shares.get(device.id());
        Map<String, Quantity> requested = request.request().requestedCapacity();
        Map<String, Quantity> consumed = allocated.consumed(device.id());
        if (chosen == null && requested.isEmpty() && consumed.isEmpty() && device.wholeFits()) {
            return true;
        }
        try {
            return capacities.fits(
                    requested,
                    device.device(),
                    consumed,
                    chosen == null ? Map.of() : chosen.consumed);
        } catch (AllocationException problem) {
            throw failure(request, device, stage, problem);
        }
    }

    private static AllocationException failure(
            PlannedDevices request,
            IndexedDevice device,
            String stage,
            AllocationException problem) {
        return new AllocationException(
                "%s: %s for device %s: %s"
                        .formatted(request.where(), stage, device.id(), problem.text()));
    }

    private boolean shareable(IndexedDevice device) {
        return features.consumableCapacity() && device.device().allowMultipleAllocations();
    }

    /// Chooses the device; returns false and changes nothing if that is not possible.
    ///
    /// @param required whether a violated constraint is an error
    boolean add(int claim, PlannedDevices request, Candidate candidate, boolean required) {
        IndexedDevice device = candidate.device();
        boolean shared = shareable(device);
        boolean admin = request.request().admin();
        if (admin ? !shared && takenBy(device).contains(claim) : inUse(device)) {
            return false;
        }
        boolean consumes = !device.device().consumesCounters().isEmpty();
        if (consumes && !features.partitionableDevices()) {
            return false;
        }
        boolean counted = consumes && !(shared && shareInUse(device));
        if (counted && !counters.consume(candidate.pool(), device)) {
            return false;
        }
        if (isTainted(request, device) || !satisfiesConstraints(claim, request, device, required)) {
            if (counted) {
                counters.release(candidate.pool(), device);
            }
            return false;
        }
        if (!hasCapacity(request, device, "rechecking capacity")) {
            removeFromConstraints(claim, request, claims.get(claim).constraints().size());
            if (counted) {
                counters.release(candidate.pool(), device);
            }
            return false;
        }
        Optional<Map<String, Quantity>> share = Optional.empty();
        if (shared) {
            share = Optional.of(addShare(request, device));
        } else {
            takenBy.computeIfAbsent(device.id(), id -> new HashSet<>()).add(claim);
        }
        byClaim.get(claim).add(new ChosenDevice(request, candidate, share));
        countersConsumed.add(counted);
        return true;
    }

    /// Removes the device that was added last.
    void removeLast(int claim) {
        ChosenDevice last = byClaim.get(claim).removeLast();
        IndexedDevice device = last.candidate().device();
        if (last.share().isPresent()) {
            removeShare(device, last.share().get());
        } else {
            takenBy.getOrDefault(device.id(), new HashSet<>()).remove(claim);
        }
        removeFromConstraints(claim, last.request(), claims.get(claim).constraints().size());
        if (countersConsumed.removeLast()) {
            counters.release(last.candidate().pool(), device);
        }
    }

    private boolean shareInUse(IndexedDevice device) {
        return allocated.shared(device.id()) || shares.containsKey(device.id());
    }

    private Map<String, Quantity> addShare(PlannedDevices request, IndexedDevice device) {
        Map<String, Quantity> amounts;
        try {
            amounts = capacities.amounts(request.request().requestedCapacity(), device.device());
        } catch (AllocationException problem) {
            throw failure(request, device, "computing consumed capacity", problem);
        }
        Shares chosen = shares.computeIfAbsent(device.id(), id -> new Shares());
        chosen.count++;
        amounts.forEach((name, amount) -> chosen.consumed.merge(name, amount, Quantity::add));
        return amounts;
    }

    private void removeShare(IndexedDevice device, Map<String, Quantity> amounts) {
        Shares chosen = shares.get(device.id());
        if (chosen == null || --chosen.count == 0) {
            shares.remove(device.id());
            return;
        }
        amounts.forEach((name, amount) ->
                chosen.consumed.computeIfPresent(name, (key, sum) -> sum.subtract(amount)));
    }

    /// Whether the request does not tolerate the taints of the device.
    boolean isTainted(PlannedDevices request, IndexedDevice device) {
        if (!features.deviceTaints()) {
            return false;
        }
        for (DeviceTaint taint : device.device().taints()) {
            if (taint.preventsAllocation() && !isTolerated(taint, request)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTolerated(DeviceTaint taint, PlannedDevices request) {
        for (DeviceToleration toleration : request.request().tolerations()) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    private boolean satisfiesConstraints(
            int claim, PlannedDevices request, IndexedDevice device, boolean required) {
        List<AttributeConstraint> constraints = claims.get(claim).constraints();
        for (int i = 0; i < constraints.size(); i++) {
            if (!constraints.get(i).add(request, device)) {
                removeFromConstraints(claim, request, i);
                if (required) {
                    throw new AllocationException(
                            "%s: cannot add device %s because a claim constraint would not be satisfied"
                                    .formatted(request.where(), device.id()));
                }
                return false;
            }
        }
        return true;
    }

    private void removeFromConstraints(int claim, PlannedDevices request, int count) {
        List<AttributeConstraint> constraints = claims.get(claim).constraints();
        for (int i = count - 1; i >= 0; i--) {
            constraints.get(i).remove(request);
        }
    }
}
