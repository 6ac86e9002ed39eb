package dev.berth.devices.allocation;

import dev.berth.devices.allocation.ClaimPlan.RequestPlan;
import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.devices.allocation.PlannedDevices.Candidate;
import dev.berth.model.Node;

import java.util.ArrayList;
import java.util.List;

/// Counts the devices of a node that a request can use, for explanations.
final class UsableDevices {
    private final AllocatorFeatures features;
    private final AllocatedDevices allocated;
    private final DeviceMatcher matcher;
    private final List<Pool> pools;
    private final Node node;

    UsableDevices(
            AllocatorFeatures features,
            AllocatedDevices allocated,
            DeviceMatcher matcher,
            List<Pool> pools,
            Node node) {
        this.features = features;
        this.allocated = allocated;
        this.matcher = matcher;
        this.pools = pools;
        this.node = node;
    }

    /// The devices for each request of a claim, with the first alternative that a request prefers.
    List<CountedDevices> of(ClaimPlan claim) {
        var counted = new ArrayList<CountedDevices>();
        for (RequestPlan request : claim.requests()) {
            for (PlannedDevices alternative : request.alternatives()) {
                counted.add(of(claim, alternative));
            }
        }
        return counted;
    }

    private CountedDevices of(ClaimPlan claim, PlannedDevices request) {
        var counted =
                new CountedDevices(
                        claim.claim().name(),
                        request.resultName(),
                        request.deviceClass().name(),
                        request.request().all(),
                        request.count());
        for (Pool pool : pools) {
            if (!pool.usable()) {
                counted.unusablePools++;
                continue;
            }
            for (IndexedSlice slice : pool.slices()) {
                for (IndexedDevice device : slice.devices()) {
                    counted.devices++;
                    if (matcher.matches(request.resolved(), slice, device, node)) {
                        counted.matching++;
                        count(new Candidate(pool, slice, device), claim, request, counted);
                    }
                }
            }
        }
        return counted;
    }

    /// Counts a matching device by the first check that it does not pass.
    private void count(
            Candidate candidate, ClaimPlan claim, PlannedDevices request, CountedDevices counted) {
        var nothing = new ClaimPlan(claim.claim(), claim.requests(), List.of());
        var chosen = new ChosenDevices(features, allocated, List.of(nothing));
        IndexedDevice device = candidate.device();
        if (!chosen.isFree(0, request, device)) {
            counted.allocated++;
        } else if (chosen.isTainted(request, device)) {
            counted.tainted++;
        } else if (!chosen.hasCapacity(request, device, "checking capacity")) {
            counted.withoutCapacity++;
        } else if (!chosen.add(0, request, candidate, false)) {
            counted.withoutCounters++;
        } else {
            counted.free++;
        }
    }
}
