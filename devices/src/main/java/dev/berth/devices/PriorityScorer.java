package dev.berth.devices;

import dev.berth.devices.CycleClaims.Entry;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeView;
import dev.berth.spi.NormalizeScore;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Prefers nodes on which requests get their first alternatives.
final class PriorityScorer implements NodeScorer {
    private static final int MAX_ALTERNATIVES = 8;

    private final ClaimFilter filter;
    private final long ofAllocated;

    private PriorityScorer(ClaimFilter filter, long ofAllocated) {
        this.filter = filter;
        this.ofAllocated = ofAllocated;
    }

    /// The scorer for the claims of a pod. Nodes differ only if the allocator can select
    /// alternatives.
    static NodeScorer of(CycleClaims claims, ClaimFilter filter) {
        if (claims.allocator().isEmpty()
                || claims.entries().stream().noneMatch(each -> hasAlternatives(each.claim()))) {
            return NodeScorer.zero();
        }
        long score = 0;
        for (Entry entry : claims.entries()) {
            if (entry.allocated()) {
                score += score(entry.claim(), entry.claim().allocation().orElseThrow());
            }
        }
        return new PriorityScorer(filter, score);
    }

    static boolean hasAlternatives(ResourceClaim claim) {
        return claim.requests().stream().anyMatch(each -> each.exactly().isEmpty());
    }

    @Override
    public long score(NodeView node) {
        return ofAllocated + filter.score(node);
    }

    /// The sum of the scores of these allocations of the claims.
    static long score(List<ResourceClaim> claims, List<Allocation> allocations) {
        long score = 0;
        for (int i = 0; i < claims.size(); i++) {
            if (hasAlternatives(claims.get(i))) {
                score += score(claims.get(i), allocations.get(i));
            }
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
