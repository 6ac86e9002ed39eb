package dev.berth.plugins.noderesources;

import dev.berth.model.Requests;
import dev.berth.model.ResourceNames;
import dev.berth.spi.DependsOn;
import dev.berth.spi.LongColumn;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Resource;
import dev.berth.spi.Scores;

import java.util.ArrayList;
import java.util.List;

/// Scores a node by the utilization of each resource with the pod.
final class AllocationScorer implements NodeScorer {
    /// A resource that counts for this pod.
    ///
    /// @param byDevices whether devices provide the resource on nodes without it
    private record Part(Resource resource, long amount, long weight, boolean byDevices) {}

    /// Combines the resources of a node to a score.
    interface Tally {
        /// The score of one resource. `capacity` is not 0, unless [#everything] returns true.
        long score(long requested, long capacity);

        /// Whether resources count that the node lacks, and scalar resources that the pod does not
        /// request.
        default boolean everything() {
            return false;
        }

        /// Whether a resource with this score counts in the sum and in the weights.
        default boolean counts(long score) {
            return true;
        }

        default long combine(long weightedScores, long weights) {
            return weights == 0 ? 0 : weightedScores / weights;
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final Tally tally;
    private final boolean everything;
    private final NodeDevices devices;

    /// Whether devices provide one of the resources.
    private boolean byDevices;

    private final DependsOn dependsOn;

    AllocationScorer(
            Requests requests,
            List<ResourceWeight> resources,
            Tally tally,
            Nodes nodes,
            NodeDevices devices) {
        this.tally = tally;
        this.devices = devices;
        this.everything = tally.everything();
        boolean scalar = false;
        for (ResourceWeight each : resources) {
            long amount = requests.amount(each.name());
            // A scalar resource that the pod does not request is ignored.
            if (each.counted()
                    && (amount != 0 || everything || !ResourceNames.scalar(each.name()))) {
                scalar |= ResourceNames.scalar(each.name());
                boolean provided =
                        ResourceNames.scalar(each.name()) && devices.provide(each.name());
                byDevices |= provided;
                parts.add(new Part(nodes.resource(each.name()), amount, each.weight(), provided));
            }
        }
        this.dependsOn = dependsOn(byDevices, scalar, devices);
    }

    /// @param byDevices whether devices provide one of the resources
    /// @param scalar whether devices can provide one of the resources later
    private static DependsOn dependsOn(boolean byDevices, boolean scalar, NodeDevices devices) {
        if (byDevices) {
            // Devices are allocated without a change of the row.
            return DependsOn.ANYTHING;
        }
        return scalar
                ? DependsOn.onRow().validWhile(devices.whileSameResources())
                : DependsOn.onRow();
    }

    @Override
    public long score(NodeView node) {
        long scores = 0;
        long weights = 0;
        for (Part part : parts) {
            long capacity = node.allocatable(part.resource());
            long requested = node.nonZeroRequested(part.resource());
            if (capacity == 0 && part.byDevices()) {
                NodeDevices.Count count = devices.count(node.node(), part.resource().name());
                capacity = count.devices();
                requested = capacity == 0 ? requested : count.allocated();
            }
            if (capacity != 0 || everything) {
                long score = tally.score(requested + part.amount(), capacity);
                if (tally.counts(score)) {
                    scores += score * part.weight();
                    weights += part.weight();
                }
            }
        }
        return tally.combine(scores, weights);
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        if (byDevices) {
            NodeScorer.super.scoreAll(nodes, feasible, out);
            return;
        }
        int count = parts.size();
        LongColumn[] capacities = new LongColumn[count];
        LongColumn[] requested = new LongColumn[count];
        for (int i = 0; i < count; i++) {
            capacities[i] = nodes.allocatable(parts.get(i).resource());
            requested[i] = nodes.nonZeroRequested(parts.get(i).resource());
        }
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            long scores = 0;
            long weights = 0;
            for (int i = 0; i < count; i++) {
                long capacity = capacities[i].get(row);
                if (capacity != 0 || everything) {
                    Part part = parts.get(i);
                    long score = tally.score(requested[i].get(row) + part.amount(), capacity);
                    if (tally.counts(score)) {
                        scores += score * part.weight();
                        weights += part.weight();
                    }
                }
            }
            out.set(row, tally.combine(scores, weights));
        }
    }

    @Override
    public DependsOn dependsOn() {
        return dependsOn;
    }
}
