package com.example.loadaware;

import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Resource;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Filters and scores nodes by their measured load instead of the requests of their pods.
///
/// The load comes from NodeMetrics, the custom resource of Koordinator, which the scheduler
/// watches. Pods that have been placed since the last measurement count with an estimate.
public final class LoadAware
        implements Filter, Score, EnqueueExtensions, StateObserver, RejectionExplainer {
    static final String NAME = "LoadAware";

    private final Args args;
    private final PluginContext context;
    private final Loads loads;

    /// The keys of the pods that were rejected because of a measurement. They are activated when
    /// the measurement becomes too old, because no event follows then.
    private final Set<String> rejectedPods = new HashSet<>();

    private boolean timer;

    LoadAware(Args args, PluginContext context) {
        this.args = args;
        this.context = context;
        this.loads = new Loads(args);
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(NodeLoad.KIND);
    }

    /// The number of pods that wait for a measurement to become too old.
    int rejectedPods() {
        return rejectedPods.size();
    }

    private Instant now() {
        return Instant.EPOCH.plusNanos(context.nowNanos());
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        context.objects().require(NodeLoad.KIND);
        if (args.limit().equals(new Percent(0, 0)) && !args.rejectStaleNodes()
                || ofDaemonSet(cycle.pod())) {
            return PreFilterResult.SKIP;
        }
        String pod = cycle.pod().key();
        return PreFilterResult.of(
                new LoadFilter(
                        args,
                        loads,
                        Usage.estimate(cycle.pod(), args.estimate()),
                        now(),
                        Map.of(),
                        cycle.dryRun() ? node -> {} : node -> rejected(pod, node)));
    }

    /// DaemonSet pods belong to their node, whatever its load.
    private static boolean ofDaemonSet(Pod pod) {
        return pod.meta().controller().filter(it -> it.kind().equals("DaemonSet")).isPresent();
    }

    private void rejected(String pod, String node) {
        if (args.rejectStaleNodes() || args.expiration().isZero()) {
            // The rejection does not end with the age of the measurement.
            return;
        }
        rejectedPods.add(pod);
        if (!timer) {
            timer = true;
            Instant expiry = loads.expiry(node).orElseThrow();
            context.runLater(
                    Loads.until(expiry, now()).plusMillis(1),
                    () -> {
                        timer = false;
                        List<String> pods = List.copyOf(rejectedPods);
                        rejectedPods.clear();
                        if (loads.current(node, now()).isEmpty()) {
                            context.activate(pods);
                        } else {
                            pods.forEach(each -> rejected(each, node));
                        }
                    });
        }
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        Usage pod = Usage.estimate(cycle.pod(), args.estimate());
        Instant now = now();
        return PreScoreResult.of(node -> score(node, pod, now));
    }

    private long score(NodeView node, Usage pod, Instant now) {
        Optional<NodeLoad> load = loads.current(node.name(), now);
        Usage sum =
                load.map(it -> loads.of(node.name(), it))
                        .orElseGet(() -> loads.estimated(node))
                        .plus(pod);
        long cpu = score(sum.cpuMillis(), node.allocatable(Resource.CPU), args.target().cpu());
        long memory =
                score(sum.memoryBytes(), node.allocatable(Resource.MEMORY), args.target().memory());
        Weights weights = args.weights();
        return (cpu * weights.cpu() + memory * weights.memory())
                / (weights.cpu() + weights.memory());
    }

    /// With a target of 0, the least loaded node is best. With any other target, the score rises up
    /// to the target and falls to 0 above it.
    private static long score(long used, long allocatable, long target) {
        if (allocatable <= 0 || used >= allocatable) {
            return 0;
        }
        double percent = 100.0 * used / allocatable;
        if (target == 0) {
            return Math.round(NodeScorer.MAX_SCORE - percent);
        }
        return percent <= target
                ? Math.round((NodeScorer.MAX_SCORE - target) * percent / target + target)
                : Math.round(
                        target
                                * (NodeScorer.MAX_SCORE - percent)
                                / (NodeScorer.MAX_SCORE - target));
    }

    /// A measurement requeues a pod if it accepts the node, and so does a node that is added or
    /// grows. A pod that leaves can only help if its load is an estimate.
    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                "nodemetrics.v1alpha1.slo.koordinator.sh",
                ClusterEvent.ADD | ClusterEvent.UPDATE | ClusterEvent.DELETE);
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_ALLOCATABLE);
        hints.on(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE);
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        var fact = RejectionFact.ofNodes("node-load", node.name());
        Optional<NodeLoad> load = loads.current(node.name(), now());
        if (load.isPresent()) {
            Usage sum = loads.of(node.name(), load.get());
            fact =
                    fact.with("cpuMillis", sum.cpuMillis())
                            .with("cpuLimitPercent", args.limit().cpu())
                            .with("memoryBytes", sum.memoryBytes())
                            .with("memoryLimitPercent", args.limit().memory());
        }
        return RejectionDetails.of("wait until the load falls, or raise the limit", fact);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        KubeObject object = after.or(() -> before).orElseThrow();
        if (object instanceof CustomObject metric && metric.kind().equals(NodeLoad.KIND)) {
            if (after.isPresent()) {
                loads.put(metric);
            } else {
                loads.remove(metric);
            }
        }
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        loads.place(pod, node, now());
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        loads.displace(pod, node);
    }

    @Override
    public void forgetAll() {
        loads.clear();
    }

    /// The weights of the resources in the score.
    public record Weights(long cpu, long memory) {}

    /// The arguments of the plugin.
    ///
    /// @param usage which load of a NodeMetric counts
    /// @param limit the load above which the plugin rejects a node, in percent of its allocatable
    ///   resources; 0 for no limit
    /// @param target the load that scores highest; 0 if the least loaded node is best
    /// @param weights the weights of the resources in the score
    /// @param estimate the part of its requests that a pod probably uses
    /// @param expiration the age at which a measurement is too old; 0 if none is too old
    /// @param rejectStaleNodes whether the plugin rejects nodes without a current measurement
    public record Args(
            UsageType usage,
            Percent limit,
            Percent target,
            Weights weights,
            Percent estimate,
            Duration expiration,
            boolean rejectStaleNodes) {
        static final Args DEFAULT =
                new Args(
                        UsageType.AVERAGE,
                        new Percent(65, 95),
                        new Percent(0, 0),
                        new Weights(1, 1),
                        new Percent(85, 70),
                        Duration.ofMinutes(3),
                        false);
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<Args> {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Args defaults() {
            return Args.DEFAULT;
        }

        @Override
        public void check(Args args, Gates on, Problems out) {
            percent("limit.cpu", args.limit().cpu(), 100, out);
            percent("limit.memory", args.limit().memory(), 100, out);
            percent("target.cpu", args.target().cpu(), 99, out);
            percent("target.memory", args.target().memory(), 99, out);
            percent("estimate.cpu", args.estimate().cpu(), 1000, out);
            percent("estimate.memory", args.estimate().memory(), 1000, out);
            Weights weights = args.weights();
            if (weights.cpu() < 0
                    || weights.memory() < 0
                    || weights.cpu() + weights.memory() == 0) {
                out.add("weights", weights, "must not be negative, and one must be positive");
            }
            if (args.expiration().isNegative()) {
                out.add("expiration", args.expiration(), "must not be negative");
            }
        }

        private static void percent(String path, long value, long max, Problems out) {
            if (value < 0 || value > max) {
                out.add(path, value, "must be between 0 and " + max);
            }
        }

        @Override
        public Plugin create(Args args, PluginContext context) {
            return new LoadAware(args, context);
        }
    }
}
