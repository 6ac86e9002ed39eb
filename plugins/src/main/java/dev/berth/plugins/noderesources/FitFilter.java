package dev.berth.plugins.noderesources;

import dev.berth.model.Requests;
import dev.berth.model.ResourceNames;
import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.spi.DependsOn;
import dev.berth.spi.LongColumn;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.Rejections;
import dev.berth.spi.Resource;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Filters nodes by their free resources (kube-scheduler: `fitsRequest`).
///
/// Each combination of insufficient resources is one constant rejection, so that bulk evaluation
/// allocates no objects.
final class FitFilter implements NodeFilter {
    /// A requested resource and its amount.
    ///
    /// @param byDevices whether devices provide the resource on nodes that do not
    private record Wanted(Resource resource, long amount, String reason, boolean byDevices) {
        boolean lacksOn(NodeView node) {
            return amount > node.free(resource) && !(byDevices && node.allocatable(resource) <= 0);
        }
    }

    static final String TOO_MANY_PODS = "Too many pods";
    static final String INSUFFICIENT = "Insufficient ";

    /// One bit of a long is for the number of pods, and one for rejections beyond any eviction.
    private static final int MAX_RESOURCES_BY_BIT = 62;

    private final List<Wanted> wanted = new ArrayList<>();
    private final Map<Long, Reject> rejections = new HashMap<>();
    private final DependsOn dependsOn;

    /// @param classes the classes whose devices provide extended resources
    FitFilter(Requests requests, FitArgs args, Nodes nodes, ExtendedResourceClasses classes) {
        this.dependsOn = dependsOn(requests, classes);
        want(Resource.CPU, requests.cpuMillis());
        want(Resource.MEMORY, requests.memoryBytes());
        want(Resource.EPHEMERAL_STORAGE, requests.ephemeralBytes());
        for (int i = 0; i < requests.scalars(); i++) {
            if (requests.scalarAmount(i) != 0 && !ignored(requests.scalarName(i), args)) {
                Resource resource = nodes.resource(requests.scalarName(i));
                wanted.add(
                        new Wanted(
                                resource,
                                requests.scalarAmount(i),
                                INSUFFICIENT + resource.name(),
                                classes.classOf(resource.name()).isPresent()));
            }
        }
    }

    /// Device classes matter only to pods that request other resources than those of every node.
    private static DependsOn dependsOn(Requests requests, ExtendedResourceClasses classes) {
        if (requests.scalars() == 0) {
            return DependsOn.onRow();
        }
        long revision = classes.revision();
        return DependsOn.onRow().validWhile(() -> classes.revision() == revision);
    }

    private void want(Resource resource, long amount) {
        if (amount > 0) {
            wanted.add(new Wanted(resource, amount, INSUFFICIENT + resource.name(), false));
        }
    }

    private static boolean ignored(String name, FitArgs args) {
        if (!ResourceNames.extended(name)) {
            return false;
        }
        String group = name.substring(0, name.indexOf('/'));
        return args.ignoredResources().contains(name)
                || args.ignoredResourceGroups().contains(group);
    }

    @Override
    public Verdict test(NodeView node) {
        if (wanted.size() > MAX_RESOURCES_BY_BIT) {
            return testMany(node);
        }
        // One bit for each insufficient resource, the lowest for the number of pods; the highest
        // bit means that preemption cannot help.
        long lacking = node.free(Resource.PODS) < 1 ? 1 : 0;
        for (int i = 0; i < wanted.size(); i++) {
            Wanted each = wanted.get(i);
            if (each.lacksOn(node)) {
                lacking |= 2L << i;
                if (each.amount() > node.allocatable(each.resource())) {
                    lacking |= Long.MIN_VALUE;
                }
            }
        }
        return lacking == 0 ? Verdict.PASS : rejection(lacking);
    }

    @Override
    public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        LongColumn freePods = nodes.free(Resource.PODS);
        LongColumn[] free = new LongColumn[wanted.size()];
        for (int i = 0; i < free.length; i++) {
            free[i] = nodes.free(wanted.get(i).resource());
        }
        for (int word = 0; word < candidates.words(); word++) {
            long candidateBits = candidates.word(word);
            if (candidateBits == 0) {
                continue;
            }
            long lacking = freePods.below(word, 1);
            for (int i = 0; i < free.length; i++) {
                lacking |= free[i].below(word, wanted.get(i).amount());
            }
            for (long left = candidateBits & lacking; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                if (test(nodes.view(row)) instanceof Reject reject) {
                    out.reject(row, reject);
                }
            }
        }
    }

    /// The verdict for a pod that requests more resources than a long has bits for.
    private Verdict testMany(NodeView node) {
        var reasons = new ArrayList<String>();
        if (node.free(Resource.PODS) < 1) {
            reasons.add(TOO_MANY_PODS);
        }
        boolean unresolvable = false;
        for (Wanted each : wanted) {
            if (each.lacksOn(node)) {
                reasons.add(each.reason());
                unresolvable |= each.amount() > node.allocatable(each.resource());
            }
        }
        return reasons.isEmpty()
                ? Verdict.PASS
                : new Reject(
                        reasons,
                        unresolvable
                                ? RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE
                                : RejectCode.UNSCHEDULABLE);
    }

    private Reject rejection(long lacking) {
        return rejections.computeIfAbsent(lacking, this::describe);
    }

    private Reject describe(long lacking) {
        var reasons = new ArrayList<String>();
        if ((lacking & 1) != 0) {
            reasons.add(TOO_MANY_PODS);
        }
        for (int i = 0; i < wanted.size(); i++) {
            if ((lacking & 2L << i) != 0) {
                reasons.add(wanted.get(i).reason());
            }
        }
        return new Reject(
                reasons,
                lacking < 0 ? RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE : RejectCode.UNSCHEDULABLE);
    }

    @Override
    public DependsOn dependsOn() {
        return dependsOn;
    }
}
