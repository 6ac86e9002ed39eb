package dev.berth.plugins.noderesources;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;

import java.util.List;

/// The score of [NodeResourcesFit] as a separate plugin: the utilization of a node.
public final class AllocationScore implements Score {
    private final List<ResourceWeight> resources;
    private final AllocationScorer.Tally tally;
    private final NodeDevices devices;

    private AllocationScore(
            List<ResourceWeight> resources, AllocationScorer.Tally tally, NodeDevices devices) {
        this.resources = resources;
        this.tally = tally;
        this.devices = devices;
    }

    public static AllocationScore of(ScoringStrategy strategy) {
        return of(strategy, new NodeDevices());
    }

    /// @param devices the devices that provide extended resources on nodes without them
    static AllocationScore of(ScoringStrategy strategy, NodeDevices devices) {
        return new AllocationScore(strategy.resources(), ScoringFunctions.of(strategy), devices);
    }

    /// A score by a function, as in kube-scheduler 1.18: utilization is rounded up, a missing
    /// resource counts as fully used, and resources that the pod does not request count.
    public static AllocationScore ofOld(List<ResourceWeight> resources, List<ShapePoint> shape) {
        return new AllocationScore(
                ResourceWeight.orDefault(resources),
                ScoringFunctions.ofOld(shape),
                new NodeDevices());
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
                        cycle.nodes(),
                        devices));
    }
}
