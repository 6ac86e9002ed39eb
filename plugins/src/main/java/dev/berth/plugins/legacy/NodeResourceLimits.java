package dev.berth.plugins.legacy;

import dev.berth.model.Container;
import dev.berth.model.PodTemplate;
import dev.berth.model.Requests;
import dev.berth.spi.DependsOn;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Resource;
import dev.berth.spi.Score;

/// Prefers, with a score of 1, nodes that have the CPU or memory of the pod's limits
/// (kube-scheduler 1.18: `NodeResourceLimits`).
final class NodeResourceLimits implements Score {
    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        Limits limits = Limits.of(cycle.pod().template());
        return limits.cpuMillis() == 0 && limits.memoryBytes() == 0
                ? PreScoreResult.SKIP
                : PreScoreResult.of(limits);
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        throw new IllegalStateException(
                "error reading \"PreScoreNodeResourceLimits\" from cycleState: not found");
    }

    private record Limits(long cpuMillis, long memoryBytes) implements NodeScorer {
        private static final DependsOn DEPENDS = DependsOn.onAttributes();

        /// The sum of the limits of all containers, or the limit of an init container if it is
        /// larger.
        static Limits of(PodTemplate template) {
            long cpuMillis = 0;
            long memoryBytes = 0;
            for (Container container : template.containers()) {
                Requests limits = Requests.of(container.limits());
                cpuMillis += limits.cpuMillis();
                memoryBytes += limits.memoryBytes();
            }
            for (Container container : template.initContainers()) {
                Requests limits = Requests.of(container.limits());
                cpuMillis = Math.max(cpuMillis, limits.cpuMillis());
                memoryBytes = Math.max(memoryBytes, limits.memoryBytes());
            }
            return new Limits(cpuMillis, memoryBytes);
        }

        @Override
        public long score(NodeView node) {
            return fits(cpuMillis, node.allocatable(Resource.CPU))
                            || fits(memoryBytes, node.allocatable(Resource.MEMORY))
                    ? 1
                    : 0;
        }

        private static boolean fits(long limit, long allocatable) {
            return limit != 0 && allocatable != 0 && limit <= allocatable;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }
}
