package dev.berth.bench;

import static dev.berth.bench.ClusterAction.measure;
import static dev.berth.bench.ClusterAction.put;
import static dev.berth.bench.WorkloadObjects.defaults;
import static dev.berth.bench.WorkloadObjects.light;
import static dev.berth.bench.WorkloadObjects.namespace;
import static dev.berth.model.WellKnownLabels.HOSTNAME;
import static dev.berth.model.WellKnownLabels.ZONE;

import dev.berth.model.Affinity;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Namespace;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.PodAffinity;
import dev.berth.model.Requirement;
import dev.berth.model.Service;
import dev.berth.model.SpreadConstraint;
import dev.berth.testkit.Build;
import dev.berth.testkit.PodBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The workloads by name, with upstream's objects and its sizes for 5,000 nodes.
final class Workloads {
    private static final List<String> ONE_ZONE = List.of("zone1");
    private static final List<String> MOONS = List.of("moon-1", "moon-2", "moon-3");
    private static final int TEAM_NAMESPACES = 100;

    private Workloads() {}

    static List<Workload> all() {
        return Stream.of(
                        steady(),
                        ChurnWorkloads.all(),
                        EventWorkloads.all(),
                        VolumeWorkloads.all(),
                        DeviceWorkloads.all())
                .flatMap(List::stream)
                .toList();
    }

    /// Workloads without other changes while the pods are scheduled.
    private static List<Workload> steady() {
        return List.of(
                plain(
                        "SchedulingBasic",
                        "pods that request 100m CPU and 500Mi of memory, on nodes with 4 CPUs and"
                                + " 32Gi",
                        size(1_000, 10_000),
                        List.of(),
                        defaults()),
                plain(
                        "SchedulingNodeAffinity",
                        "pods with required node affinity to a zone",
                        size(5_000, 10_000),
                        ONE_ZONE,
                        inZones()),
                apart(
                        "SchedulingPodAffinity",
                        "pods with required affinity in their zone",
                        size(5_000, 5_000),
                        ONE_ZONE,
                        required("blue", ZONE, true, named())),
                apart(
                        "SchedulingPodAntiAffinity",
                        "pods with required anti-affinity on their host",
                        size(1_000, 2_000),
                        List.of(),
                        required("green", HOSTNAME, false, named())),
                apart(
                        "SchedulingPreferredPodAffinity",
                        "pods with preferred affinity on their host",
                        size(5_000, 5_000),
                        List.of(),
                        preferred("red", true, named())),
                apart(
                        "SchedulingPreferredPodAntiAffinity",
                        "pods with preferred anti-affinity on their host",
                        size(5_000, 5_000),
                        List.of(),
                        preferred("yellow", false, named())),
                spread(
                        "TopologySpreading",
                        "pods with a required spread over three zones",
                        SpreadConstraint.DO_NOT_SCHEDULE),
                spread(
                        "PreferredTopologySpreading",
                        "pods with a preferred spread over three zones",
                        SpreadConstraint.SCHEDULE_ANYWAY),
                defaultSpread(),
                mixed(),
                ofTeams(
                        "SchedulingRequiredPodAntiAffinityWithNSSelector",
                        "pods with required anti-affinity in the namespaces of a team",
                        new Workload.Size(6_000, 4_000, 2_000),
                        List.of(),
                        required("green", HOSTNAME, false, selected())),
                ofTeams(
                        "SchedulingPreferredAntiAffinityWithNSSelector",
                        "pods with preferred anti-affinity in the namespaces of a team",
                        size(4_000, 2_000),
                        List.of(),
                        preferred("yellow", false, selected())),
                ofTeams(
                        "SchedulingRequiredPodAffinityWithNSSelector",
                        "pods with required affinity in the namespaces of a team",
                        size(5_000, 2_000),
                        ONE_ZONE,
                        required("blue", ZONE, true, selected())),
                ofTeams(
                        "SchedulingPreferredAffinityWithNSSelector",
                        "pods with preferred affinity in the namespaces of a team",
                        size(5_000, 5_000),
                        List.of(),
                        preferred("red", true, selected())),
                daemonSet());
    }

    static Optional<Workload> named(String name) {
        return all().stream().filter(workload -> workload.name().equals(name)).findFirst();
    }

    private static Workload.Size size(int init, int pods) {
        return new Workload.Size(5_000, init, pods);
    }

    /// A workload with existing pods of several kinds and measured pods of one kind.
    private static Workload measuring(
            String name,
            String description,
            Workload.Size size,
            List<? extends KubeObject> objects,
            List<String> zones,
            List<PodCopies> init,
            PodCopies measured) {
        return new Workload(
                name,
                description,
                size,
                wanted ->
                        Workload.Plan.of(
                                WorkloadStage.of(
                                        put(objects),
                                        put(WorkloadObjects.nodes(wanted.nodes(), zones)),
                                        put(kinds(init, wanted.init()))),
                                WorkloadStage.of(
                                        measure(measured.make("measured", wanted.pods())))));
    }

    private static List<Pod> kinds(List<PodCopies> kinds, int count) {
        return IntStream.range(0, kinds.size())
                .boxed()
                .flatMap(kind -> kinds.get(kind).make("init-" + kind, count).stream())
                .toList();
    }

    /// A workload of equal pods in one namespace.
    private static Workload plain(
            String name,
            String description,
            Workload.Size size,
            List<String> zones,
            PodBuilder shape) {
        PodCopies copies = PodCopies.of(shape, "default");
        return measuring(name, description, size, List.of(), zones, List.of(copies), copies);
    }

    /// A workload of equal pods, with the measured pods in a separate namespace.
    private static Workload apart(
            String name,
            String description,
            Workload.Size size,
            List<String> zones,
            PodBuilder shape) {
        return measuring(
                name,
                description,
                size,
                List.of(namespace("sched-0"), namespace("sched-1")),
                zones,
                List.of(PodCopies.of(shape, "sched-0")),
                PodCopies.of(shape, "sched-1"));
    }

    private static Workload spread(String name, String description, String action) {
        PodBuilder shape =
                defaults()
                        .label("color", "blue")
                        .spread(
                                Build.spread(ZONE)
                                        .maxSkew(5)
                                        .whenUnsatisfiable(action)
                                        .of("color", "blue"));
        return measuring(
                name,
                description,
                size(5_000, 5_000),
                List.of(),
                MOONS,
                List.of(PodCopies.of(defaults(), "default")),
                PodCopies.of(shape, "default"));
    }

    private static Workload defaultSpread() {
        Labels app = Labels.of("app", "scheduler-perf");
        return measuring(
                "DefaultTopologySpreading",
                "pods of a service with the default spread over hosts and zones",
                size(5_000, 10_000),
                List.of(
                        namespace("service-ns"),
                        new Service(Meta.named("service-ns", "service", "service"), app)),
                MOONS,
                List.of(PodCopies.of(defaults(), "default")),
                PodCopies.of(light().label("app", "scheduler-perf"), "service-ns"));
    }

    private static Workload mixed() {
        return measuring(
                "MixedSchedulingBasePod",
                "plain pods among pods with all kinds of affinity and anti-affinity",
                size(2_000, 5_000),
                List.of(namespace("sched-0")),
                ONE_ZONE,
                List.of(
                        PodCopies.of(defaults(), "sched-0"),
                        PodCopies.of(required("blue", ZONE, true, named()), "sched-0"),
                        PodCopies.of(required("green", HOSTNAME, false, named()), "sched-0"),
                        PodCopies.of(preferred("red", true, named()), "sched-0"),
                        PodCopies.of(preferred("yellow", false, named()), "sched-0")),
                PodCopies.of(defaults(), "default"));
    }

    /// A workload of equal pods in the namespaces of a team.
    private static Workload ofTeams(
            String name,
            String description,
            Workload.Size size,
            List<String> zones,
            PodBuilder shape) {
        var namespaces = new ArrayList<Namespace>();
        for (int i = 0; i < TEAM_NAMESPACES; i++) {
            namespaces.add(namespace("init-ns-" + i));
        }
        namespaces.add(namespace("measure-ns-0"));
        return measuring(
                name,
                description,
                size,
                namespaces,
                zones,
                List.of(PodCopies.of(shape, i -> "init-ns-" + i % TEAM_NAMESPACES)),
                PodCopies.of(shape, "measure-ns-0"));
    }

    /// Upstream also assigns all pods to the same node, which makes no difference for the
    /// scheduler.
    private static Workload daemonSet() {
        var pin =
                new NodeSelectorTerm(
                        List.of(),
                        List.of(
                                new Requirement(
                                        NodeSelectorTerm.NAME_FIELD,
                                        Requirement.IN,
                                        List.of(WorkloadObjects.LARGE_NODE))));
        PodCopies pinned = PodCopies.of(light().affinity(WorkloadObjects.onNodes(pin)), "default");
        return new Workload(
                "SchedulingDaemonset",
                "pods with affinity to one node by its name, as in daemon sets",
                new Workload.Size(15_000, 0, 30_000),
                size ->
                        Workload.Plan.of(
                                WorkloadStage.of(
                                        put(WorkloadObjects.largeNodes(1)),
                                        put(WorkloadObjects.nodes(size.nodes(), List.of())),
                                        put(pinned.make("init", size.init()))),
                                WorkloadStage.of(measure(pinned.make("measured", size.pods())))));
    }

    private static PodBuilder inZones() {
        var term =
                new NodeSelectorTerm(
                        List.of(new Requirement(ZONE, Requirement.IN, List.of("zone1", "zone2"))),
                        List.of());
        return defaults().affinity(WorkloadObjects.onNodes(term));
    }

    /// The namespaces of an affinity term: a list, or a selector.
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
        var terms = List.of(new PodAffinity.Preferred(1, term(color, HOSTNAME, where)));
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
        return defaults()
                .label("color", color)
                .affinity(
                        new Affinity(
                                Optional.empty(),
                                near ? Optional.of(terms) : Optional.empty(),
                                near ? Optional.empty() : Optional.of(terms)));
    }
}
