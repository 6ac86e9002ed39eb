package dev.berth.plugins.noderesources;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;

import java.util.List;

/// The score of [NodeResourcesFit] by itself: how full a node would be.
public final class AllocationScore implements Score {
    private final List<ResourceWeight> resources;
    private final AllocationScorer.Tally tally;

    private AllocationScore(List<ResourceWeight> resources, AllocationScorer.Tally tally) {
        this.resources = resources;
        this.tally = tally;
    }

    public static AllocationScore of(ScoringStrategy strategy) {
        return new AllocationScore(strategy.resources(), ScoringFunctions.of(strategy));
    }

    /// Along a line, the way kube-scheduler 1.18 did: utilization is rounded up, a node that lacks
    /// a resource has used it up, and resources count that the pod does not ask for.
    public static AllocationScore ofOld(List<ResourceWeight> resources, List<ShapePoint> shape) {
        return new AllocationScore(
                ResourceWeight.orDefault(resources), ScoringFunctions.ofOld(shape));
    }

    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return PreScoreResult.of(
                new AllocationScorer(
                        cycle.pod().template().requests().scoring(),
                        resources,
                        tally,
                        cycle.nodes()));
    }
}
