package dev.berth.devices.allocation;

import dev.berth.devices.allocation.ClaimPlan.RequestPlan;
import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.devices.allocation.PlannedDevices.Candidate;
import dev.berth.model.Node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Searches devices for all claims of a pod on one node, depth first: claim by claim, request by
/// request, device by device. The first complete choice wins (kube-scheduler: `allocateOne`).
///
/// Devices are tried in the order of pools, slices and devices. The devices of one request are
/// chosen in ascending order, so each set of devices is tried once.
final class DeviceSearch {
    /// The result of a branch of the search.
    enum Result {
        FOUND,
        NOT_FOUND,
        /// The branch would exceed the number of devices that a claim can have.
        TOO_MANY_DEVICES
    }

    /// The first device to try.
    private record Position(int pool, int slice, int device) {
        static final Position START = new Position(0, 0, 0);
    }

    private record RequestKey(int claim, int request) {}

    private final List<ClaimPlan> claims;
    private final List<Pool> pools;
    private final Node node;
    private final DeviceMatcher matcher;
    private final ChosenDevices chosen;
    private final AllocationDeadline deadline;
    private final Map<RequestKey, Integer> selected = new HashMap<>();

    DeviceSearch(
            List<ClaimPlan> claims,
            List<Pool> pools,
            Node node,
            DeviceMatcher matcher,
            ChosenDevices chosen,
            AllocationDeadline deadline) {
        this.claims = claims;
        this.pools = pools;
        this.node = node;
        this.matcher = matcher;
        this.chosen = chosen;
        this.deadline = deadline;
    }

    Result run() {
        return claim(0);
    }

    /// The alternative that was selected for a request.
    PlannedDevices selected(int claim, int request) {
        return claims.get(claim)
                .requests()
                .get(request)
                .alternatives()
                .get(selected.getOrDefault(new RequestKey(claim, request), 0));
    }

    private Result claim(int claim) {
        deadline.check();
        return claim == claims.size() ? Result.FOUND : request(claim, 0);
    }

    private Result request(int claim, int request) {
        List<RequestPlan> requests = claims.get(claim).requests();
        if (request == requests.size()) {
            // The limit of one claim does not end the search of the claims before it.
            Result rest = claim(claim + 1);
            return rest == Result.TOO_MANY_DEVICES ? Result.NOT_FOUND : rest;
        }
        RequestPlan plan = requests.get(request);
        if (!plan.prioritized()) {
            return device(claim, request, plan.alternatives().getFirst(), 0, Position.START);
        }
        boolean allTooLarge = true;
        for (int i = 0; i < plan.alternatives().size(); i++) {
            Result result = device(claim, request, plan.alternatives().get(i), 0, Position.START);
            if (result == Result.FOUND) {
                selected.put(new RequestKey(claim, request), i);
                return result;
            }
            allTooLarge &= result == Result.TOO_MANY_DEVICES;
        }
        return allTooLarge ? Result.TOO_MANY_DEVICES : Result.NOT_FOUND;
    }

    /// Chooses the device with this index of a request, and everything after it.
    private Result device(
            int claim, int request, PlannedDevices wanted, int index, Position start) {
        deadline.check();
        boolean all = wanted.request().all();
        if (all && wanted.all().isEmpty()) {
            return Result.NOT_FOUND;
        }
        if (index >= wanted.count()) {
            return request(claim, request + 1);
        }
        if (wanted.count() - index > Allocator.MAX_DEVICES - chosen.of(claim).size()) {
            return Result.TOO_MANY_DEVICES;
        }
        if (!all) {
            return anyDevice(claim, request, wanted, index, start);
        }
        if (!chosen.add(claim, wanted, wanted.all().get(index), true)) {
            return Result.NOT_FOUND;
        }
        Result rest = device(claim, request, wanted, index + 1, Position.START);
        if (rest != Result.FOUND) {
            chosen.removeLast(claim);
        }
        return rest;
    }

    private Result anyDevice(
            int claim, int request, PlannedDevices wanted, int index, Position start) {
        for (int p = start.pool(); p < pools.size(); p++) {
            Pool pool = pools.get(p);
            if (!pool.usable()) {
                continue;
            }
            boolean firstPool = p == start.pool();
            for (int s = firstPool ? start.slice() : 0; s < pool.slices().size(); s++) {
                IndexedSlice slice = pool.slices().get(s);
                boolean firstSlice = firstPool && s == start.slice();
                for (int d = firstSlice ? start.device() : 0; d < slice.devices().size(); d++) {
                    IndexedDevice device = slice.devices().get(d);
                    if (!isUsable(claim, wanted, slice, device)
                            || !chosen.add(
                                    claim, wanted, new Candidate(pool, slice, device), false)) {
                        continue;
                    }
                    Result rest =
                            device(claim, request, wanted, index + 1, new Position(p, s, d + 1));
                    if (rest == Result.FOUND) {
                        return rest;
                    }
                    chosen.removeLast(claim);
                    if (rest == Result.TOO_MANY_DEVICES) {
                        return rest;
                    }
                }
            }
        }
        return Result.NOT_FOUND;
    }

    private boolean isUsable(
            int claim, PlannedDevices wanted, IndexedSlice slice, IndexedDevice device) {
        return chosen.isFree(claim, wanted, device)
                && matcher.matches(wanted.resolved(), slice, device, node)
                && chosen.hasCapacity(wanted, device, "checking capacity");
    }
}
