package dev.berth.devices;

import dev.berth.devices.CycleClaims.Entry;
import dev.berth.devices.CycleClaims.NodeAllocation;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeView;
import dev.berth.spi.NormalizeScore;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Prefers nodes on which requests get their first alternatives.
final class PriorityScorer implements NodeScorer {
    private static final int MAX_ALTERNATIVES = 8;

    private final CycleClaims claims;

    PriorityScorer(CycleClaims claims) {
        this.claims = claims;
    }

    @Override
    public long score(NodeView node) {
        Optional<NodeAllocation> found = claims.found(node.name());
        if (found.isEmpty()) {
            return 0;
        }
        long score = 0;
        int next = 0;
        for (Entry entry : claims.entries()) {
            if (entry.allocated()) {
                score += score(entry.claim(), entry.claim().allocation().orElseThrow());
                continue;
            }
            int count = found.get().allocations().size();
            if (next >= count) {
                throw new IllegalStateException(
                        "number of allocations %d is smaller than number of claims needing allocation"
                                .formatted(count));
            }
            score += score(entry.claim(), found.get().allocations().get(next++));
        }
        return score;
    }

    private static long score(ResourceClaim claim, Allocation allocation) {
        Set<String> used = new HashSet<>();
        for (AllocatedDevice device : allocation.devices()) {
            used.add(device.request());
        }
        long score = 0;
        for (DeviceRequest request : claim.requests()) {
            for (int i = 0;
                    request.exactly().isEmpty() && i < request.firstAvailable().size();
                    i++) {
                String alternative = request.name() + "/" + request.firstAvailable().get(i).name();
                if (used.contains(alternative)) {
                    score += MAX_ALTERNATIVES - i;
                }
            }
        }
        return score;
    }

    @Override
    public NormalizeScore normalizeScore() {
        return NormalizeScore.HIGHEST_IS_BEST;
    }
}
