package dev.berth.bench;

import static dev.berth.bench.ClusterAction.delete;
import static dev.berth.bench.ClusterAction.measure;
import static dev.berth.bench.ClusterAction.put;
import static dev.berth.bench.ClusterAction.update;
import static dev.berth.bench.WorkloadObjects.light;
import static dev.berth.bench.WorkloadObjects.nodes;
import static dev.berth.model.Taint.NO_SCHEDULE;
import static dev.berth.model.WellKnownLabels.HOSTNAME;
import static dev.berth.model.WellKnownLabels.ZONE;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.Build.term;

import dev.berth.model.Node;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.Requirement;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.SpreadBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Workloads in which plugins reject the pods first, and events make them schedulable later.
///
/// All rejected pods are measured, from the first rejection on. Deletions and updates happen one by
/// one, one with every attempt. Upstream makes a hundred a second, and makes more attempts than
/// that.
final class EventWorkloads {
    private static final int EVERY_ATTEMPT = 1;

    /// The number of ports that upstream's pods share.
    private static final int PORTS = 12;

    /// More than the existing domains, so that the plugin always assumes a domain without pods.
    private static final int DOMAINS = 10_000;

    private static final int MEBIBYTES = 30_000;
    private static final String ALLOW = "allow";
    private static final String TOLERATION = "toleration";

    private EventWorkloads() {}

    static List<Workload> all() {
        return List.of(
                new Workload(
                        "EventHandlingPodDelete",
                        "pods of four kinds, requeued when other pods are deleted",
                        new Workload.Size(50, 480, 500),
                        EventWorkloads::podDelete),
                new Workload(
                        "EventHandlingPodUpdate",
                        "pods of six kinds, requeued when pods are updated",
                        new Workload.Size(1, 1_000, 1_000),
                        EventWorkloads::podUpdate),
                new Workload(
                        "EventHandlingPodAdd",
                        "pods of two kinds, requeued when other pods are scheduled",
                        new Workload.Size(2, 0, 1_000),
                        EventWorkloads::podAdd),
                new Workload(
                        "EventHandlingNodeAdd",
                        "pods of six kinds, requeued when nodes are added",
                        new Workload.Size(100, 0, 1_000),
                        EventWorkloads::nodeAdd),
                new Workload(
                        "EventHandlingNodeUpdate",
                        "pods of six kinds, requeued when nodes are updated",
                        new Workload.Size(100, 0, 1_000),
                        EventWorkloads::nodeUpdate));
    }

    /// Rejected by PodTopologySpread, NodePorts, NodeResourcesFit and InterPodAffinity.
    private static Workload.Plan podDelete(Workload.Size size) {
        String crowd = "blockertopologyportsresources";
        String near = "blockeraffinity";
        List<Pod> crowding =
                PodCopies.inTurn(
                                onPorts(() ->
                                        blue().spread(blues(10).minDomains(DOMAINS))
                                                .cpu("350m")
                                                .memory("3Gi")),
                                crowd)
                        .make("blocker", size.init());
        List<Pod> nearby = PodCopies.of(green(), near).make("blocker", size.init());
        return Workload.Plan.of(
                WorkloadStage.of(put(nodes(size.nodes(), List.of())), put(crowding), put(nearby)),
                WorkloadStage.of(
                        blocked(blue().spread(blues(11).minDomains(DOMAINS)), crowd, size),
                        blocked(
                                PodCopies.inTurn(onPorts(WorkloadObjects::light), "nodeports"),
                                size),
                        blocked(light().cpu("200m").memory("1Gi"), "noderesources", size),
                        blocked(
                                green().away(term(HOSTNAME).of("color", "green").in(near)),
                                "interpodaffinity",
                                size)),
                meanwhile(byTurns(delete(crowding), delete(nearby))));
    }

    private static List<PodBuilder> onPorts(Supplier<PodBuilder> shape) {
        return IntStream.range(0, PORTS)
                .mapToObj(i -> shape.get().hostPort(Integer.parseInt("8" + i)))
                .toList();
    }

    /// Rejected by NodeUnschedulable and TaintToleration, then by InterPodAffinity,
    /// NodeResourcesFit, PodTopologySpread and SchedulingGates.
    private static Workload.Plan podUpdate(Workload.Size size) {
        List<Pod> cordoned = pods(light(), "nodeunschedulable", size.pods());
        List<Pod> tainted = pods(light(), "tainttoleration", size.pods());
        List<Pod> gated = pods(light().gate("test.k8s.io/hold"), "schedulinggates", size.pods());
        List<Pod> blockers =
                PodCopies.each(
                                i ->
                                        share(size.init())
                                                .label("color", "green-" + i)
                                                .label("topology", "blue"),
                                "blocker")
                        .make("blocker", size.init());
        SpreadBuilder asManyAsBlock = blues(Math.max(1, size.init())).minDomains(100);
        return Workload.Plan.of(
                WorkloadStage.of(),
                WorkloadStage.of(
                        put(nodes(size.nodes(), i -> spacious("cordoned-" + i).cordoned())),
                        measure(cordoned),
                        put(
                                nodes(
                                        size.nodes(),
                                        i ->
                                                spacious("tainted-" + i)
                                                        .taint(TOLERATION, "", NO_SCHEDULE))),
                        measure(tainted)),
                meanwhile(
                        update(cordoned, tolerating("node.kubernetes.io/unschedulable")),
                        update(tainted, tolerating(TOLERATION))),
                WorkloadStage.of(put(WorkloadObjects.largeNodes(size.nodes())), put(blockers)),
                WorkloadStage.of(
                        blocked(
                                PodCopies.each(EventWorkloads::awayFromGreen, "interpodaffinity"),
                                size),
                        blocked(share(size.pods()), "noderesources", size),
                        measure(pods(blue().spread(asManyAsBlock), "blocker", size.init())),
                        measure(gated)),
                meanwhile(
                        update(blockers, share(size.init())),
                        update(blockers, light().cpu("0.0001").memory("1Mi")),
                        update(gated, light())));
    }

    private static PodBuilder awayFromGreen(int number) {
        String color = "green-" + number;
        return light().label("color", color).away(term(HOSTNAME).of("color", color).in("blocker"));
    }

    /// A pod with a memory request such that `count` pods almost fill a node.
    private static PodBuilder share(int count) {
        return light().cpu("0.0001").memory(MEBIBYTES / Math.max(1, count) + "Mi");
    }

    /// Rejected by PodTopologySpread and InterPodAffinity.
    private static Workload.Plan podAdd(Workload.Size size) {
        String spreadOut = "podtopologyspread";
        String together = "interpodaffinity";
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(nodes(size.nodes(), i -> spacious("node-" + i))),
                        put(PodCopies.of(green(), spreadOut).make("first", 1))),
                WorkloadStage.of(
                        blocked(
                                blue().spread(blues(1))
                                        .away(term(HOSTNAME).of("color", "green").in(spreadOut)),
                                spreadOut,
                                size),
                        blocked(
                                PodCopies.each(
                                        i ->
                                                light().near(
                                                                term(HOSTNAME)
                                                                        .of("color", "yellow-" + i)
                                                                        .in(together)),
                                        together),
                                size)),
                WorkloadStage.of(
                        put(
                                PodCopies.of(
                                                green().label("topology", "blue")
                                                        .near(
                                                                term(HOSTNAME)
                                                                        .of("color", "green")
                                                                        .in(spreadOut)),
                                                spreadOut)
                                        .make("unblocker", size.pods()))),
                WorkloadStage.of(
                        put(
                                PodCopies.each(i -> light().label("color", "yellow-" + i), together)
                                        .make("unblocker", size.pods()))));
    }

    /// Rejected by NodeUnschedulable, NodeResourcesFit, then InterPodAffinity, NodeAffinity and
    /// PodTopologySpread, then TaintToleration.
    private static Workload.Plan nodeAdd(Workload.Size size) {
        SpreadBuilder labeled =
                spread("topology")
                        .maxSkew(Math.max(1_000, size.pods()))
                        .minDomains(DOMAINS)
                        .of("color", "blue");
        return Workload.Plan.of(
                WorkloadStage.of(),
                WorkloadStage.of(
                        put(nodes(1, i -> labeled("cordoned-" + i).cordoned())),
                        blocked(tolerating(ALLOW), "nodeunschedulable", size)),
                WorkloadStage.of(
                        put(nodes(1, i -> allowing("small-" + i).cpu("0.1").memory("100Mi"))),
                        blocked(
                                tolerating(ALLOW).cpu("200m").memory("200Mi"),
                                "noderesources",
                                size)),
                WorkloadStage.of(
                        put(
                                nodes(
                                        size.nodes(),
                                        i -> allowing("large-" + i).cpu("200").memory("200Gi")))),
                blockedByLabels(size, labeled),
                WorkloadStage.of(put(nodes(size.nodes(), i -> labeled("labeled-" + i)))),
                WorkloadStage.of(blocked(tolerating(TOLERATION), "tainttoleration", size)),
                WorkloadStage.of(put(tainted("tainted", size.nodes(), TOLERATION))));
    }

    /// The same rejections, resolved by updates of existing nodes.
    private static Workload.Plan nodeUpdate(Workload.Size size) {
        int nodes = size.nodes();
        String own = "allow-noderesources";
        return Workload.Plan.of(
                WorkloadStage.of(),
                WorkloadStage.of(
                        put(nodes(nodes, i -> allowing("cordoned-" + i).cordoned())),
                        blocked(tolerating(ALLOW), "nodeunschedulable", size)),
                meanwhile(put(nodes(nodes, i -> allowing("cordoned-" + i)))),
                WorkloadStage.of(
                        put(
                                nodes(
                                        nodes,
                                        i ->
                                                tainted("small-" + i, own)
                                                        .cpu("0.0001")
                                                        .memory("1Mi"))),
                        blocked(tolerating(own).cpu("350m").memory("3Gi"), "noderesources", size)),
                meanwhile(put(tainted("small", nodes, own))),
                WorkloadStage.of(put(nodes(nodes, i -> allowing("labeled-" + i)))),
                blockedByLabels(size, spread("topology").minDomains(1).of("color", "blue")),
                meanwhile(put(nodes(nodes, i -> labeled("labeled-" + i)))),
                WorkloadStage.of(
                        put(tainted("tainted", nodes, ALLOW)),
                        blocked(
                                PodCopies.each(
                                        i -> tolerating(TOLERATION + "-" + share(i, size)),
                                        "tainttoleration"),
                                size)),
                meanwhile(put(nodes(nodes, i -> tainted("tainted-" + i, TOLERATION + "-" + i)))));
    }

    /// The index of the node of a pod if the pods fill the nodes one after another.
    private static long share(int pod, Workload.Size size) {
        return (long) pod * size.nodes() / size.pods();
    }

    private static WorkloadStage blockedByLabels(Workload.Size size, SpreadBuilder constraint) {
        var allowed =
                new NodeSelectorTerm(
                        List.of(new Requirement("affinity", Requirement.IN, List.of(ALLOW))),
                        List.of());
        return WorkloadStage.of(
                blocked(
                        tolerating(ALLOW)
                                .label("color", "green")
                                .near(term(ZONE).of("color", "green")),
                        "interpodaffinity",
                        size),
                blocked(
                        tolerating(ALLOW).affinity(WorkloadObjects.onNodes(allowed)),
                        "nodeaffinity",
                        size),
                blocked(
                        tolerating(ALLOW).label("color", "blue").spread(constraint),
                        "podtopologyspread",
                        size));
    }

    private static List<ClusterAction> blocked(
            PodBuilder shape, String namespace, Workload.Size size) {
        return blocked(PodCopies.of(shape, namespace), size);
    }

    private static List<ClusterAction> blocked(PodCopies copies, Workload.Size size) {
        return measure(copies.make("unsched", size.pods()));
    }

    private static List<Pod> pods(PodBuilder shape, String namespace, int count) {
        return PodCopies.of(shape, namespace).make("unsched", count);
    }

    @SafeVarargs
    private static WorkloadStage meanwhile(List<ClusterAction>... parts) {
        var acts = new ArrayList<ClusterAction>();
        for (List<ClusterAction> part : parts) {
            acts.addAll(part);
        }
        return WorkloadStage.of().meanwhile(EVERY_ATTEMPT, acts);
    }

    private static List<ClusterAction> byTurns(List<ClusterAction> one, List<ClusterAction> other) {
        return IntStream.range(0, one.size())
                .boxed()
                .flatMap(i -> Stream.of(one.get(i), other.get(i)))
                .toList();
    }

    private static PodBuilder blue() {
        return light().label("topology", "blue");
    }

    private static PodBuilder green() {
        return light().label("color", "green");
    }

    private static SpreadBuilder blues(int maxSkew) {
        return spread(HOSTNAME).maxSkew(maxSkew).of("topology", "blue");
    }

    private static PodBuilder tolerating(String key) {
        return light().toleration(key, "Exists", "", NO_SCHEDULE);
    }

    private static NodeBuilder spacious(String name) {
        return node(name).pods(90_000);
    }

    private static NodeBuilder tainted(String name, String key) {
        return node(name).pods(3_000).taint(key, "", NO_SCHEDULE);
    }

    private static List<Node> tainted(String prefix, int count, String key) {
        return nodes(count, i -> tainted(prefix + "-" + i, key));
    }

    private static NodeBuilder allowing(String name) {
        return tainted(name, ALLOW);
    }

    private static NodeBuilder labeled(String name) {
        return allowing(name).zone("zone1").label("affinity", ALLOW).label("topology", ALLOW);
    }
}
