package dev.berth.bench;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.model.Affinity;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Namespace;
import dev.berth.model.Node;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PodAffinity;
import dev.berth.model.Requirement;
import dev.berth.model.Service;
import dev.berth.model.SpreadConstraint;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// The workloads by name, with upstream's shapes and its counts for 5,000 nodes.
final class Workloads {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";
    private static final List<String> ONE_ZONE = List.of("zone1");
    private static final List<String> MOONS = List.of("moon-1", "moon-2", "moon-3");
    private static final int TEAM_NAMESPACES = 100;

    private Workloads() {}

    static List<Workload> all() {
        return List.of(
                plain(
                        "SchedulingBasic",
                        "pods that ask for 100m cpu and 500Mi of memory, on nodes of 4 cpu and"
                                + " 32Gi",
                        size(1_000, 10_000),
                        List.of(),
                        usual()),
                plain(
                        "SchedulingNodeAffinity",
                        "pods that require a zone",
                        size(5_000, 10_000),
                        ONE_ZONE,
                        inZones()),
                apart(
                        "SchedulingPodAffinity",
                        "pods that require others of their color in the zone",
                        size(5_000, 5_000),
                        ONE_ZONE,
                        required("blue", ZONE, true, named())),
                apart(
                        "SchedulingPodAntiAffinity",
                        "pods that refuse others of their color on the host",
                        size(1_000, 2_000),
                        List.of(),
                        required("green", HOST, false, named())),
                apart(
                        "SchedulingPreferredPodAffinity",
                        "pods that prefer hosts with others of their color",
                        size(5_000, 5_000),
                        List.of(),
                        preferred("red", true, named())),
                apart(
                        "SchedulingPreferredPodAntiAffinity",
                        "pods that prefer hosts without others of their color",
                        size(5_000, 5_000),
                        List.of(),
                        preferred("yellow", false, named())),
                spread(
                        "TopologySpreading",
                        "pods that must be spread over three zones",
                        SpreadConstraint.DO_NOT_SCHEDULE),
                spread(
                        "PreferredTopologySpreading",
                        "pods that prefer to be spread over three zones",
                        SpreadConstraint.SCHEDULE_ANYWAY),
                defaultSpread(),
                mixed(),
                ofTeams(
                        "SchedulingRequiredPodAntiAffinityWithNSSelector",
                        "pods that refuse others of their color in a team's namespaces on the host",
                        new Workload.Size(6_000, 4_000, 2_000),
                        List.of(),
                        required("green", HOST, false, selected())),
                ofTeams(
                        "SchedulingPreferredAntiAffinityWithNSSelector",
                        "pods that prefer hosts without others of their color in a team's"
                                + " namespaces",
                        size(4_000, 2_000),
                        List.of(),
                        preferred("yellow", false, selected())),
                ofTeams(
                        "SchedulingRequiredPodAffinityWithNSSelector",
                        "pods that require others of their color in a team's namespaces in the"
                                + " zone",
                        size(5_000, 2_000),
                        ONE_ZONE,
                        required("blue", ZONE, true, selected())),
                ofTeams(
                        "SchedulingPreferredAffinityWithNSSelector",
                        "pods that prefer hosts with others of their color in a team's namespaces",
                        size(5_000, 5_000),
                        List.of(),
                        preferred("red", true, selected())));
    }

    static Optional<Workload> named(String name) {
        return all().stream().filter(workload -> workload.name().equals(name)).findFirst();
    }

    private static Workload.Size size(int init, int pods) {
        return new Workload.Size(5_000, init, pods);
    }

    /// All pods alike, in one namespace.
    private static Workload plain(
            String name,
            String description,
            Workload.Size size,
            List<String> zones,
            PodBuilder shape) {
        Workload.Copies copies = copies(shape, "default");
        return new Workload(
                name, description, size, List.of(), nodes(zones), List.of(copies), copies);
    }

    /// Pods alike, those measured in a namespace of their own.
    private static Workload apart(
            String name,
            String description,
            Workload.Size size,
            List<String> zones,
            PodBuilder shape) {
        return new Workload(
                name,
                description,
                size,
                List.of(namespace("sched-0"), namespace("sched-1")),
                nodes(zones),
                List.of(copies(shape, "sched-0")),
                copies(shape, "sched-1"));
    }

    private static Workload spread(String name, String description, String action) {
        PodBuilder shape =
                usual().label("color", "blue")
                        .spread(
                                new SpreadConstraint(
                                        5,
                                        ZONE,
                                        action,
                                        Optional.of(colored("blue")),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        List.of()));
        return new Workload(
                name,
                description,
                size(5_000, 5_000),
                List.of(),
                nodes(MOONS),
                List.of(copies(usual(), "default")),
                copies(shape, "default"));
    }

    private static Workload defaultSpread() {
        Labels app = Labels.of("app", "scheduler-perf");
        PodBuilder shape =
                pod("labelled")
                        .image("registry.k8s.io/pause:3.10.1")
                        .label("app", "scheduler-perf");
        return new Workload(
                "DefaultTopologySpreading",
                "pods of a service, spread over hosts and zones by default",
                size(5_000, 10_000),
                List.of(
                        namespace("service-ns"),
                        new Service(Meta.named("service-ns", "service", "service"), app)),
                nodes(MOONS),
                List.of(copies(usual(), "default")),
                copies(shape, "service-ns"));
    }

    private static Workload mixed() {
        return new Workload(
                "MixedSchedulingBasePod",
                "plain pods among pods with affinity and anti-affinity of every kind",
                size(2_000, 5_000),
                List.of(namespace("sched-0")),
                nodes(ONE_ZONE),
                List.of(
                        copies(usual(), "sched-0"),
                        copies(required("blue", ZONE, true, named()), "sched-0"),
                        copies(required("green", HOST, false, named()), "sched-0"),
                        copies(preferred("red", true, named()), "sched-0"),
                        copies(preferred("yellow", false, named()), "sched-0")),
                copies(usual(), "default"));
    }

    /// Pods alike, spread over the namespaces of a team.
    private static Workload ofTeams(
            String name,
            String description,
            Workload.Size size,
            List<String> zones,
            PodBuilder shape) {
        var objects = new ArrayList<KubeObject>();
        for (int i = 0; i < TEAM_NAMESPACES; i++) {
            objects.add(namespace("init-ns-" + i));
        }
        objects.add(namespace("measure-ns-0"));
        return new Workload(
                name,
                description,
                size,
                objects,
                nodes(zones),
                List.of(new Workload.Copies(shape.build(), i -> "init-ns-" + i % TEAM_NAMESPACES)),
                copies(shape, "measure-ns-0"));
    }

    private static Namespace namespace(String name) {
        return new Namespace(Meta.named("", name, name).withLabels(Labels.of("team", "devops")));
    }

    private static Workload.Copies copies(PodBuilder shape, String namespace) {
        return new Workload.Copies(shape.build(), i -> namespace);
    }

    private static IntFunction<Node> nodes(List<String> zones) {
        return i -> {
            NodeBuilder node =
                    node("node-" + i).cpu("4").memory("32Gi").pods(110).label(HOST, "node-" + i);
            if (!zones.isEmpty()) {
                node.label(ZONE, zones.get(i % zones.size()));
            }
            return node.build();
        };
    }

    private static PodBuilder usual() {
        return pod("usual").cpu("100m").memory("500Mi").image("registry.k8s.io/pause:3.10.1");
    }

    private static PodBuilder inZones() {
        var term =
                new NodeSelectorTerm(
                        List.of(new Requirement(ZONE, Requirement.IN, List.of("zone1", "zone2"))),
                        List.of());
        return usual().affinity(
                        new Affinity(
                                Optional.of(
                                        new NodeAffinity(
                                                Optional.of(List.of(term)), Optional.empty())),
                                Optional.empty(),
                                Optional.empty()));
    }

    /// Where a term looks for pods: a list of namespaces, or a selector of them.
    private record Where(List<String> namespaces, Optional<LabelSelector> selector) {}

    private static Where named() {
        return new Where(List.of("sched-1", "sched-0"), Optional.empty());
    }

    private static Where selected() {
        return new Where(
                List.of(), Optional.of(new LabelSelector(Labels.of("team", "devops"), List.of())));
    }

    private static LabelSelector colored(String color) {
        return new LabelSelector(Labels.of("color", color), List.of());
    }

    private static PodBuilder required(String color, String key, boolean near, Where where) {
        var terms = List.of(term(color, key, where));
        return withTerms(color, near, new PodAffinity(terms, List.of()));
    }

    private static PodBuilder preferred(String color, boolean near, Where where) {
        var terms = List.of(new PodAffinity.Preferred(1, term(color, HOST, where)));
        return withTerms(color, near, new PodAffinity(List.of(), terms));
    }

    private static PodAffinity.Term term(String color, String key, Where where) {
        return new PodAffinity.Term(
                Optional.of(colored(color)),
                where.namespaces(),
                where.selector(),
                key,
                List.of(),
                List.of());
    }

    private static PodBuilder withTerms(String color, boolean near, PodAffinity terms) {
        return usual().label("color", color)
                .affinity(
                        new Affinity(
                                Optional.empty(),
                                near ? Optional.of(terms) : Optional.empty(),
                                near ? Optional.empty() : Optional.of(terms)));
    }
}
