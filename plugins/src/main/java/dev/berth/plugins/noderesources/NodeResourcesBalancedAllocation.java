package dev.berth.plugins.noderesources;

import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.ResourceNames;
import dev.berth.spi.DependsOn;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodPart;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.Resource;
import dev.berth.spi.Score;

import java.util.List;

/// Prefers nodes whose resource utilization becomes more balanced with the pod (kube-scheduler:
/// `NodeResourcesBalancedAllocation`).
public final class NodeResourcesBalancedAllocation implements Score {
    private final BalanceArgs args;
    private final NodeDevices devices;

    NodeResourcesBalancedAllocation(BalanceArgs args, NodeDevices devices) {
        this.args = args;
        this.devices = devices;
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return requestsAny(cycle.pod()) ? PreScoreResult.of(balance(cycle)) : PreScoreResult.SKIP;
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        return PreScoreResult.of(requestsAny(cycle.pod()) ? balance(cycle) : new NoBalance());
    }

    private NodeScorer balance(PodCycle cycle) {
        var balance =
                new Balance(cycle.pod().requests().balanced(), args.resources(), cycle.nodes());
        boolean scalar = false;
        for (Resource resource : balance.resources) {
            if (ResourceNames.scalar(resource.name())) {
                if (devices.provide(resource.name())) {
                    return new BalanceWithDevices(balance, devices);
                }
                scalar = true;
            }
        }
        if (scalar) {
            balance.dependsOn = Balance.DEPENDS.validWhile(devices.whileSameResources());
        }
        return balance;
    }

    private boolean requestsAny(Pod pod) {
        Requests requests = pod.requests().balanced();
        for (ResourceWeight resource : args.resources()) {
            // Parity: calculatePodResourceRequest also counts resources that no node accounts for.
            long amount =
                    resource.counted()
                            ? requests.amount(resource.name())
                            : PodRequests.list(pod)
                                    .get(resource.name())
                                    .map(Quantity::value)
                                    .orElse(0L);
            if (amount != 0) {
                return true;
            }
        }
        return false;
    }

    /// The scorer of a pod without requests, if PreScore did not run.
    private record NoBalance() implements NodeScorer {
        @Override
        public long score(NodeView node) {
            return 0;
        }

        @Override
        public DependsOn dependsOn() {
            return DependsOn.onAttributes().alsoKeyedBy(PodPart.RESIZE);
        }
    }

    private static final class Balance implements NodeScorer {
        private static final DependsOn DEPENDS = DependsOn.onRow().alsoKeyedBy(PodPart.RESIZE);

        private final Resource[] resources;
        private final long[] amounts;

        /// Changes if devices can provide one of the resources later.
        private DependsOn dependsOn = DEPENDS;

        Balance(Requests requests, List<ResourceWeight> weighed, Nodes nodes) {
            // A scalar resource that the pod does not request is ignored.
            List<ResourceWeight> counted =
                    weighed.stream()
                            .filter(each ->
                                    each.counted()
                                            && (requests.amount(each.name()) != 0
                                                    || !ResourceNames.scalar(each.name())))
                            .toList();
            resources = new Resource[counted.size()];
            amounts = new long[counted.size()];
            for (int i = 0; i < resources.length; i++) {
                resources[i] = nodes.resource(counted.get(i).name());
                amounts[i] = requests.amount(counted.get(i).name());
            }
        }

        @Override
        public long score(NodeView node) {
            return 50 + (50 + balance(node, true) - balance(node, false)) / 2;
        }

        /// The score is 100 if the utilization of all resources is equal, and lower the more it
        /// differs.
        private long balance(NodeView node, boolean withPod) {
            // Two resources are the usual case, which needs no array.
            int count = 0;
            double first = 0;
            double second = 0;
            double sum = 0;
            for (int i = 0; i < resources.length; i++) {
                if (node.allocatable(resources[i]) != 0) {
                    double fraction = fraction(node, i, withPod);
                    if (count == 0) {
                        first = fraction;
                    } else if (count == 1) {
                        second = fraction;
                    }
                    sum += fraction;
                    count++;
                }
            }
            double deviation = 0;
            if (count == 2) {
                deviation = Math.abs((first - second) / 2);
            } else if (count > 2) {
                double mean = sum / count;
                double squares = 0;
                for (int i = 0; i < resources.length; i++) {
                    if (node.allocatable(resources[i]) != 0) {
                        double off = fraction(node, i, withPod) - mean;
                        squares += off * off;
                    }
                }
                deviation = Math.sqrt(squares / count);
            }
            return (long) ((1 - deviation) * 100.0);
        }

        private double fraction(NodeView node, int index, boolean withPod) {
            long used = node.requested(resources[index]) + (withPod ? amounts[index] : 0);
            return Math.min(1, (double) used / (double) node.allocatable(resources[index]));
        }

        @Override
        public DependsOn dependsOn() {
            return dependsOn;
        }
    }

    /// The balance of a pod with an extended resource that devices provide on nodes without it.
    private static final class BalanceWithDevices implements NodeScorer {
        private final Balance balance;
        private final NodeDevices devices;

        BalanceWithDevices(Balance balance, NodeDevices devices) {
            this.balance = balance;
            this.devices = devices;
        }

        @Override
        public long score(NodeView node) {
            int length = balance.resources.length;
            long[] capacity = new long[length];
            long[] used = new long[length];
            for (int i = 0; i < length; i++) {
                Resource resource = balance.resources[i];
                capacity[i] = node.allocatable(resource);
                used[i] = node.requested(resource);
                if (capacity[i] == 0 && devices.provide(resource.name())) {
                    NodeDevices.Count count = devices.count(node.node(), resource.name());
                    capacity[i] = count.devices();
                    used[i] = count.allocated();
                }
            }
            long without = balance(capacity, used);
            for (int i = 0; i < length; i++) {
                used[i] += balance.amounts[i];
            }
            return 50 + (50 + balance(capacity, used) - without) / 2;
        }

        private static long balance(long[] capacity, long[] used) {
            double[] fractions = new double[capacity.length];
            int count = 0;
            double sum = 0;
            for (int i = 0; i < capacity.length; i++) {
                if (capacity[i] != 0) {
                    fractions[count] = Math.min(1, (double) used[i] / (double) capacity[i]);
                    sum += fractions[count];
                    count++;
                }
            }
            double deviation = 0;
            if (count == 2) {
                deviation = Math.abs((fractions[0] - fractions[1]) / 2);
            } else if (count > 2) {
                double mean = sum / count;
                double squares = 0;
                for (int i = 0; i < count; i++) {
                    squares += (fractions[i] - mean) * (fractions[i] - mean);
                }
                deviation = Math.sqrt(squares / count);
            }
            return (long) ((1 - deviation) * 100.0);
        }
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<BalanceArgs> {
        @Override
        public String name() {
            return "NodeResourcesBalancedAllocation";
        }

        @Override
        public BalanceArgs defaults() {
            return BalanceArgs.DEFAULT;
        }

        @Override
        public void check(BalanceArgs args, Gates on, Problems out) {
            args.check(out);
        }

        @Override
        public Plugin create(BalanceArgs args, PluginContext context) {
            return new NodeResourcesBalancedAllocation(
                    args, context.shared(NodeDevices.KEY, NodeDevices::new));
        }
    }
}
