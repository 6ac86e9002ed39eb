package dev.berth.plugins.volumes;

import dev.berth.model.Quantity;
import dev.berth.model.StorageCapacity;
import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.plugins.volumes.PodVolumes.Match;
import dev.berth.plugins.volumes.Provisioning.Provision;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeView;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scores nodes by the utilization of the volumes that the claims would get.
///
/// @param shape the function from utilization to score
record CapacityScorer(VolumeFinder finder, ClassifiedClaims claims, List<ShapePoint> shape)
        implements NodeScorer {
    /// The requested storage of a class on a node, and its capacity there.
    private static final class Use {
        long requested;
        long capacity;
    }

    @Override
    public long score(NodeView node) {
        Map<String, Use> uses = uses(finder.find(claims, node));
        if (uses.isEmpty()) {
            return 0;
        }
        double sum = 0;
        for (Use use : uses.values()) {
            sum += score(use);
        }
        return Math.round(sum / uses.size());
    }

    private static Map<String, Use> uses(PodVolumes found) {
        var uses = new HashMap<String, Use>();
        for (Match match : found.matches()) {
            Use use = uses.computeIfAbsent(match.volume().storageClassName(), name -> new Use());
            use.requested += match.claim().request().map(Quantity::value).orElse(0L);
            use.capacity += match.volume().capacity().value();
        }
        // Parity: if a claim gets an existing volume, dynamic provisioning does not count.
        if (!found.matches().isEmpty()) {
            return uses;
        }
        for (Provision provision : found.provisions()) {
            Optional<Quantity> capacity = provision.capacity().flatMap(StorageCapacity::capacity);
            Optional<String> className = provision.claim().storageClassName();
            // Differs: kube-scheduler panics if the CSIStorageCapacity has only a maximum volume
            // size, and if the class of the claim is in its annotation. See parity.md.
            if (capacity.isPresent() && className.isPresent()) {
                Use use = uses.computeIfAbsent(className.get(), name -> new Use());
                use.requested += provision.claim().request().map(Quantity::value).orElse(0L);
                // Parity: the last capacity counts, not the sum.
                use.capacity = capacity.get().value();
            }
        }
        return uses;
    }

    private long score(Use use) {
        long used =
                use.capacity == 0 || use.requested > use.capacity
                        ? 100
                        : use.requested * 100 / use.capacity;
        return ShapePoint.at(shape, used);
    }
}
