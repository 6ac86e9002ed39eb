package dev.berth.plugins.volumes;

import dev.berth.model.Quantity;
import dev.berth.model.StorageCapacity;
import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.plugins.volumes.PodVolumes.Match;
import dev.berth.plugins.volumes.Provisioning.Provision;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Scores;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scores nodes by the utilization of the volumes that the claims would get.
final class CapacityScorer implements NodeScorer {
    private final VolumeFinder finder;
    private final ClassifiedClaims claims;
    private final List<ShapePoint> shape;
    private final @Nullable BulkVolumeFinder bulk;

    /// @param shape the function from utilization to score
    /// @param bulk the volumes that Filter found, if it evaluated all nodes together
    CapacityScorer(
            VolumeFinder finder,
            ClassifiedClaims claims,
            List<ShapePoint> shape,
            @Nullable BulkVolumeFinder bulk) {
        this.finder = finder;
        this.claims = claims;
        this.shape = shape;
        this.bulk = bulk;
    }

    /// This scorer, or a simpler one if all nodes have the same volumes.
    NodeScorer simplified(NodeSet feasible) {
        return bulk != null && bulk.uniform(feasible)
                ? NodeScorer.uniform(score(bulk, feasible.next(0)))
                : this;
    }

    /// The requested storage of a class on a node, and its capacity there.
    private static final class Use {
        long requested;
        long capacity;
    }

    @Override
    public long score(NodeView node) {
        if (bulk != null && bulk.evaluated(node.row())) {
            return score(bulk, node.row());
        }
        PodVolumes found = finder.find(claims, node);
        return score(found.matches(), found.provisions());
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        if (bulk == null) {
            NodeScorer.super.scoreAll(nodes, feasible, out);
            return;
        }
        int before = -1;
        long score = 0;
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            if (!bulk.evaluated(row)) {
                out.set(row, score(nodes.view(row)));
                continue;
            }
            // Most nodes have volumes of the same sizes as the node before them.
            if (before < 0 || !bulk.sameSizes(before, row)) {
                score = score(bulk, row);
                before = row;
            }
            out.set(row, score);
        }
    }

    private long score(BulkVolumeFinder found, int row) {
        List<Match> matches = found.matches(row);
        return score(matches, matches.isEmpty() ? found.provisions(row) : List.of());
    }

    private long score(List<Match> matches, List<Provision> provisions) {
        Map<String, Use> uses = uses(matches, provisions);
        if (uses.isEmpty()) {
            return 0;
        }
        double sum = 0;
        for (Use use : uses.values()) {
            sum += score(use);
        }
        return Math.round(sum / uses.size());
    }

    private static Map<String, Use> uses(List<Match> matches, List<Provision> provisions) {
        var uses = new HashMap<String, Use>();
        for (Match match : matches) {
            Use use = uses.computeIfAbsent(match.volume().storageClassName(), name -> new Use());
            use.requested += match.claim().request().map(Quantity::value).orElse(0L);
            use.capacity += match.volume().capacity().value();
        }
        // Parity: if a claim gets an existing volume, dynamic provisioning does not count.
        if (!matches.isEmpty()) {
            return uses;
        }
        for (Provision provision : provisions) {
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
