package dev.berth.plugins.legacy;

import dev.berth.model.Requests;
import dev.berth.spi.DependsOn;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Resource;
import dev.berth.spi.Score;

/// Prefers nodes with balanced utilization of CPU and memory, as `NodeResourcesBalancedAllocation`
/// does in kube-scheduler 1.18.
final class BalancedResourceAllocation implements Score {
    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        Requests requests = cycle.pod().template().requests().scoring();
        return PreScoreResult.of(new Balance(requests.cpuMillis(), requests.memoryBytes()));
    }

    private record Balance(long cpuMillis, long memoryBytes) implements NodeScorer {
        private static final DependsOn DEPENDS = DependsOn.onRow();

        @Override
        public long score(NodeView node) {
            double cpu = fraction(node, Resource.CPU, cpuMillis);
            double memory = fraction(node, Resource.MEMORY, memoryBytes);
            return cpu >= 1 || memory >= 1 ? 0 : (long) ((1 - Math.abs(cpu - memory)) * MAX_SCORE);
        }

        private static double fraction(NodeView node, Resource resource, long requested) {
            long capacity = node.allocatable(resource);
            return capacity == 0
                    ? 1
                    : (double) (node.nonZeroRequested(resource) + requested) / (double) capacity;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }
}
