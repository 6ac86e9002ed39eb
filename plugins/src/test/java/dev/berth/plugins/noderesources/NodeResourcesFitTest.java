package dev.berth.plugins.noderesources;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.json.Json;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The filter and the queueing hints of NodeResourcesFit. For the scores, see
/// [AllocationScoreTest].
class NodeResourcesFitTest {
    private static final String GPU = "example.com/gpu";
    private static final String FPGA = "other.org/fpga";
    private static final String HUGE = "hugepages-2Mi";

    private final NodeResourcesFit.Provider provider = new NodeResourcesFit.Provider();
    private final PluginTester tester = PluginTester.of(provider);

    /// A node with 10 CPU, 20 memory, 20 ephemeral storage, 5 GPUs, 5 huge pages and 32 pods.
    private static NodeBuilder small(String name) {
        return node(name)
                .cpu("10m")
                .memory("20")
                .resource("ephemeral-storage", "20")
                .resource(GPU, "5")
                .resource(HUGE, "5")
                .pods(32);
    }

    record Case(
            String name,
            PodBuilder running,
            PodBuilder pod,
            boolean forGood,
            List<String> reasons) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case fits(String name, PodBuilder running, PodBuilder pod) {
        return new Case(name, running.on("n"), pod, false, List.of());
    }

    private static Case full(String name, PodBuilder running, PodBuilder pod, String... reasons) {
        return new Case(name, running.on("n"), pod, false, List.of(reasons));
    }

    private static Case never(String name, PodBuilder running, PodBuilder pod, String... reasons) {
        return new Case(name, running.on("n"), pod, true, List.of(reasons));
    }

    private static PodBuilder requesting(String cpu, String memory) {
        return pod("p").cpu(cpu).memory(memory);
    }

    private static PodBuilder uses(String cpu, String memory) {
        return pod("r").cpu(cpu).memory(memory);
    }

    static List<Case> capacities() {
        String cpu = "Insufficient cpu";
        String memory = "Insufficient memory";
        String storage = "Insufficient ephemeral-storage";
        return List.of(
                fits("nothing requested, node full", uses("10m", "20"), pod("p")),
                fits("exactly what is left", uses("9m", "19"), requesting("1m", "1")),
                full("one too much of both", uses("10m", "20"), requesting("1m", "1"), cpu, memory),
                full("cpu alone", uses("10m", "19"), requesting("1m", "1"), cpu),
                full("memory alone", uses("9m", "20"), requesting("1m", "1"), memory),
                never("more cpu than the node has", uses("0", "0"), requesting("11m", "1"), cpu),
                never(
                        "more memory than the node has",
                        uses("0", "0"),
                        requesting("1m", "21"),
                        memory),
                never(
                        "one beyond help makes all so",
                        uses("10m", "0"),
                        requesting("1m", "21"),
                        cpu,
                        memory),
                full(
                        "as much as a full node has",
                        uses("10m", "20"),
                        requesting("10m", "20"),
                        cpu,
                        memory),
                fits(
                        "no cpu requested of a node without any",
                        uses("10m", "0"),
                        requesting("0", "1")),
                fits(
                        "over-committed in what is not requested",
                        uses("15m", "0"),
                        requesting("0", "1")),
                full(
                        "over-committed in what is requested",
                        uses("15m", "0"),
                        requesting("1m", "1"),
                        cpu),
                full(
                        "ephemeral storage",
                        pod("r").request("ephemeral-storage", "15"),
                        pod("p").request("ephemeral-storage", "6"),
                        storage),
                never(
                        "more ephemeral storage than the node has",
                        pod("r"),
                        pod("p").request("ephemeral-storage", "21"),
                        storage),
                fits(
                        "an extended resource",
                        pod("r").request(GPU, "2"),
                        pod("p").request(GPU, "3")),
                full(
                        "an extended resource in use",
                        pod("r").request(GPU, "3"),
                        pod("p").request(GPU, "3"),
                        "Insufficient " + GPU),
                never(
                        "more of it than the node has",
                        pod("r"),
                        pod("p").request(GPU, "6"),
                        "Insufficient " + GPU),
                never(
                        "a resource the node does not know",
                        pod("r"),
                        pod("p").request(FPGA, "1"),
                        "Insufficient " + FPGA),
                fits("none of an unknown resource", pod("r"), pod("p").request(FPGA, "0")),
                full(
                        "huge pages",
                        pod("r").request(HUGE, "3"),
                        pod("p").request(HUGE, "3"),
                        "Insufficient " + HUGE),
                never(
                        "the order of reasons",
                        uses("10m", "20").request("ephemeral-storage", "20"),
                        requesting("1m", "1").request("ephemeral-storage", "1").request(FPGA, "1"),
                        cpu,
                        memory,
                        storage,
                        "Insufficient " + FPGA),
                full(
                        "containers add up",
                        uses("8m", "0"),
                        requesting("1m", "0").container("cpu", "2m"),
                        cpu),
                fits(
                        "an init container runs alone",
                        uses("7m", "0"),
                        requesting("2m", "0")
                                .initContainer("cpu", "3m")
                                .initContainer("cpu", "3m")),
                full(
                        "the largest init container counts",
                        uses("8m", "0"),
                        requesting("1m", "0").initContainer("cpu", "3m"),
                        cpu),
                full(
                        "a sidecar keeps running",
                        uses("7m", "0"),
                        requesting("2m", "0").sidecar("cpu", "2m"),
                        cpu),
                full(
                        "overhead counts",
                        uses("8m", "0"),
                        requesting("2m", "0").overhead("cpu", "1m"),
                        cpu),
                fits(
                        "requests of the pod replace those of its containers",
                        uses("8m", "0"),
                        requesting("5m", "0").podRequest("cpu", "2m")),
                full(
                        "a resize not done yet is charged in full",
                        uses("4m", "0").inForce("cpu", "8m"),
                        requesting("3m", "0"),
                        cpu),
                fits(
                        "the incoming pod is evaluated by its spec",
                        uses("8m", "0"),
                        requesting("2m", "0").inForce("cpu", "8m")));
    }

    @ParameterizedTest
    @MethodSource("capacities")
    void requestedResourcesMustBeFree(Case each) {
        PluginResults result = tester.nodes(small("n")).running(each.running).schedule(each.pod);

        String[] reasons = each.reasons.toArray(String[]::new);
        if (reasons.length == 0) {
            result.passes("n");
        } else if (each.forGood) {
            result.rejectsUnresolvable("n", reasons);
        } else {
            result.rejects("n", reasons).rejectsUnschedulable("n");
        }
    }

    @Test
    void aNodeTakesOnlySoManyPodsAndEvictionCouldHelp() {
        tester.nodes(small("n").pods(1))
                .running(pod("r").on("n"))
                .schedule(pod("p"))
                .rejects("n", "Too many pods")
                .rejectsUnschedulable("n");
    }

    @Test
    void aNodeThatAllowsNoPodsIsRejected() {
        tester.nodes(small("n").pods(0))
                .schedule(pod("p"))
                .rejects("n", "Too many pods")
                .rejectsUnschedulable("n");
    }

    @Test
    void tooManyPodsIsTheFirstReason() {
        tester.nodes(small("n").pods(1))
                .running(uses("10m", "20").on("n"))
                .schedule(requesting("1m", "1"))
                .rejects("n", "Too many pods", "Insufficient cpu", "Insufficient memory")
                .rejectsUnschedulable("n");
    }

    @Test
    void everyNodeIsEvaluatedByItself() {
        tester.nodes(small("free"), small("busy"), small("tiny").cpu("1m"))
                .running(uses("10m", "0").on("busy"))
                .schedule(requesting("2m", "0"))
                .passes("free")
                .rejects("busy", "Insufficient cpu")
                .rejectsUnresolvable("tiny", "Insufficient cpu");
    }

    @Test
    void moreThanOneWordOfNodesIsSweptAlike() {
        for (int i = 0; i < 130; i++) {
            tester.nodes(small("n" + i));
            if (i % 3 == 0) {
                tester.running(pod("r" + i).cpu("10m").on("n" + i));
            }
        }
        PluginResults result = tester.schedule(requesting("1m", "0"));
        for (int i = 0; i < 130; i++) {
            if (i % 3 == 0) {
                result.rejects("n" + i, "Insufficient cpu");
            } else {
                result.passes("n" + i);
            }
        }
    }

    // ---- arguments

    private static FitArgs ignoring(List<String> resources, List<String> groups) {
        return new FitArgs(resources, groups, ScoringStrategy.DEFAULT);
    }

    @Test
    void anIgnoredExtendedResourceIsNotChecked() {
        PluginTester.of(provider, ignoring(List.of(FPGA), List.of()))
                .nodes(small("n"))
                .schedule(pod("p").request(FPGA, "1").request(GPU, "9"))
                .rejectsUnresolvable("n", "Insufficient " + GPU);
    }

    @Test
    void anIgnoredGroupIsEverythingUpToTheSlash() {
        PluginTester.of(provider, ignoring(List.of(), List.of("other.org")))
                .nodes(small("n"))
                .schedule(pod("p").request(FPGA, "1").request("other.org/more", "1"))
                .passes("n");
    }

    @Test
    void aGroupIsNotAPrefixOfTheName() {
        PluginTester.of(provider, ignoring(List.of(), List.of("other")))
                .nodes(small("n"))
                .schedule(pod("p").request(FPGA, "1"))
                .rejectsUnresolvable("n", "Insufficient " + FPGA);
    }

    @Test
    void onlyExtendedResourcesCanBeIgnored() {
        String native_ = "kubernetes.io/thing";
        PluginTester.of(
                        provider,
                        ignoring(
                                List.of("cpu", HUGE, native_),
                                List.of("kubernetes.io", "hugepages")))
                .nodes(small("n"))
                .schedule(pod("p").cpu("11m").request(HUGE, "6").request(native_, "1"))
                .rejectsUnresolvable(
                        "n", "Insufficient cpu", "Insufficient " + HUGE, "Insufficient " + native_);
    }

    @Test
    void byDefaultNothingIsIgnoredAndEmptierNodesScoreHigher() {
        assertThat(provider.name()).isEqualTo("NodeResourcesFit");
        assertThat(provider.defaults())
                .isEqualTo(
                        new FitArgs(
                                List.of(),
                                List.of(),
                                new ScoringStrategy(
                                        ScoringStrategy.Type.LEAST_ALLOCATED,
                                        List.of(
                                                new ResourceWeight("cpu", 1),
                                                new ResourceWeight("memory", 1)),
                                        Optional.empty())));
        assertThat(problems(provider.defaults())).isEmpty();
    }

    @Test
    void everyArgumentCanBeSet() {
        var args =
                new FitArgs(
                        List.of(GPU),
                        List.of("other.org"),
                        ScoringStrategy.along(
                                List.of(new ResourceWeight(FPGA, 100)),
                                List.of(
                                        new ScoringStrategy.ShapePoint(0, 0),
                                        new ScoringStrategy.ShapePoint(100, 10))));

        assertThat(problems(args)).isEmpty();
        assertThat(args.ignoredResources()).containsExactly(GPU);
        assertThat(args.ignoredResourceGroups()).containsExactly("other.org");
        assertThat(args.scoringStrategy().type())
                .isEqualTo(ScoringStrategy.Type.REQUESTED_TO_CAPACITY_RATIO);
        assertThat(args.scoringStrategy().resources())
                .containsExactly(new ResourceWeight(FPGA, 100));
        assertThat(args.scoringStrategy().shape()).hasSize(2);
    }

    private static final String NO_NAME =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and"
                    + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or"
                    + " '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    record Wrong(String name, FitArgs args, List<String> problems) {
        Wrong(String name, FitArgs args, String... problems) {
            this(name, args, List.of(problems));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static FitArgs weights(ResourceWeight... weights) {
        return new FitArgs(
                List.of(),
                List.of(),
                new ScoringStrategy(
                        ScoringStrategy.Type.LEAST_ALLOCATED, List.of(weights), Optional.empty()));
    }

    private static FitArgs shaped(ScoringStrategy.Type type, int... points) {
        var shape = new ArrayList<ScoringStrategy.ShapePoint>();
        for (int i = 0; i < points.length; i += 2) {
            shape.add(new ScoringStrategy.ShapePoint(points[i], points[i + 1]));
        }
        return new FitArgs(
                List.of(),
                List.of(),
                new ScoringStrategy(
                        type,
                        ResourceWeight.CPU_AND_MEMORY,
                        Optional.of(new ScoringStrategy.RequestedToCapacityRatio(shape))));
    }

    static List<Wrong> wrongs() {
        var ratio = ScoringStrategy.Type.REQUESTED_TO_CAPACITY_RATIO;
        String path = "scoringStrategy.requestedToCapacityRatio";
        return List.of(
                new Wrong(
                        "a slash in a group",
                        ignoring(List.of(), List.of("ok", "a.b/c")),
                        "ignoredResourceGroups[1] = a.b/c: resource group name can't contain '/'"),
                new Wrong(
                        "names that are none",
                        ignoring(List.of(GPU, "a b"), List.of("-x")),
                        "ignoredResources[1] = a b: " + NO_NAME,
                        "ignoredResourceGroups[0] = -x: " + NO_NAME),
                new Wrong(
                        "weights out of range",
                        weights(
                                new ResourceWeight("cpu", 0),
                                new ResourceWeight("memory", 101),
                                new ResourceWeight("a.b/c", -1)),
                        "scoringStrategy.resources[1].weight = 101: resource weight of memory not"
                                + " in valid range (0, 100]",
                        "scoringStrategy.resources[2].weight = -1: resource weight of a.b/c not in"
                                + " valid range (0, 100]"),
                new Wrong(
                        "no shape",
                        shaped(ratio),
                        path + ".shape = : at least one point must be specified"),
                new Wrong(
                        "a shape too many",
                        shaped(ScoringStrategy.Type.MOST_ALLOCATED, 0, 0),
                        path
                                + " = RequestedToCapacityRatio[shape=[ShapePoint[utilization=0,"
                                + " score=0]]]: must be nil when type is not"
                                + " RequestedToCapacityRatio"),
                new Wrong(
                        "points out of order",
                        shaped(ratio, 10, 1, 10, 2, 5, 3),
                        path
                                + ".shape[1].utilization = 10: values must be sorted in increasing"
                                + " order"),
                new Wrong(
                        "points out of range",
                        shaped(ratio, -1, 11, 101, -1),
                        path + ".shape[0].utilization = -1: not in valid range [0, 100]",
                        path + ".shape[0].score = 11: not in valid range [0, 10]",
                        path + ".shape[1].utilization = 101: not in valid range [0, 100]",
                        path + ".shape[1].score = -1: not in valid range [0, 10]"));
    }

    @ParameterizedTest
    @MethodSource("wrongs")
    void everythingWrongIsReportedAtOnce(Wrong each) {
        assertThat(problems(each.args)).containsExactlyElementsOf(each.problems);
    }

    private List<String> problems(FitArgs args) {
        var found = new Found();
        provider.check(args, gate -> false, found);
        return found.lines();
    }

    // ---- hints

    record Hint(
            String name,
            PodBuilder unschedulable,
            ClusterEvent event,
            ObjectChange change,
            boolean requeues) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Hint deleted(String name, PodBuilder gone, boolean requeues) {
        return new Hint(
                name,
                requesting("1m", "1"),
                ClusterEvent.ASSIGNED_POD_DELETE,
                ObjectChange.removed(gone.build()),
                requeues);
    }

    private static Hint shrunk(
            String name,
            PodBuilder unschedulable,
            PodBuilder before,
            PodBuilder after,
            boolean requeues) {
        return new Hint(
                name,
                unschedulable,
                ClusterEvent.of(ClusterEvent.ASSIGNED_POD, ClusterEvent.UPDATE_POD_SCALE_DOWN),
                ObjectChange.updated(before.build(), after.build()),
                requeues);
    }

    private static Hint came(
            String name, PodBuilder unschedulable, NodeBuilder node, boolean requeues) {
        return new Hint(
                name,
                unschedulable,
                ClusterEvent.NODE_ADD,
                ObjectChange.added(node.build()),
                requeues);
    }

    private static Hint changed(
            String name,
            PodBuilder unschedulable,
            NodeBuilder before,
            NodeBuilder after,
            boolean requeues) {
        return new Hint(
                name,
                unschedulable,
                ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_ALLOCATABLE),
                ObjectChange.updated(before.build(), after.build()),
                requeues);
    }

    static List<Hint> podHints() {
        return List.of(
                deleted("a pod on a node goes", pod("r").on("n"), true),
                deleted("a nominated pod is deleted", pod("r").nominated("n"), true),
                deleted("a pod without a node goes", pod("r"), false),
                shrunk(
                        "the pod itself shrinks",
                        requesting("2m", "0"),
                        requesting("2m", "0"),
                        requesting("1m", "0"),
                        true),
                shrunk(
                        "a pod without a node shrinks",
                        requesting("1m", "0"),
                        uses("2m", "0"),
                        uses("1m", "0"),
                        false),
                shrunk(
                        "cpu is freed, cpu is requested",
                        requesting("1m", "0"),
                        uses("2m", "0").on("n"),
                        uses("1m", "0").on("n"),
                        true),
                shrunk(
                        "cpu is freed, memory is requested",
                        requesting("0", "1"),
                        uses("2m", "0").on("n"),
                        uses("1m", "0").on("n"),
                        false),
                shrunk(
                        "memory is freed, memory is requested",
                        requesting("0", "1"),
                        uses("0", "2").on("n"),
                        uses("0", "1").on("n"),
                        true),
                shrunk(
                        "ephemeral storage is freed and requested",
                        pod("p").request("ephemeral-storage", "1"),
                        pod("r").request("ephemeral-storage", "2").on("n"),
                        pod("r").request("ephemeral-storage", "1").on("n"),
                        true),
                shrunk(
                        "an extended resource is freed and requested",
                        pod("p").request(GPU, "1"),
                        pod("r").request(GPU, "2").on("n"),
                        pod("r").request(GPU, "1").on("n"),
                        true),
                shrunk(
                        "another extended resource is freed",
                        pod("p").request(GPU, "1"),
                        pod("r").request(FPGA, "2").on("n"),
                        pod("r").request(FPGA, "1").on("n"),
                        false),
                shrunk(
                        "cpu grows",
                        requesting("1m", "0"),
                        uses("1m", "0").on("n"),
                        uses("2m", "0").on("n"),
                        false),
                shrunk(
                        "the spec shrinks, the node has not followed",
                        requesting("1m", "0"),
                        uses("4m", "0").inForce("cpu", "4m").on("n"),
                        uses("2m", "0").inForce("cpu", "4m").on("n"),
                        false),
                shrunk(
                        "the node follows",
                        requesting("1m", "0"),
                        uses("2m", "0").inForce("cpu", "4m").on("n"),
                        uses("2m", "0").inForce("cpu", "2m").on("n"),
                        true));
    }

    static List<Hint> nodeHints() {
        return List.of(
                came(
                        "a node with free resources is added",
                        requesting("10m", "20"),
                        small("n"),
                        true),
                came("a too small node is added", requesting("11m", "20"), small("n"), false),
                came("a node without memory is added", requesting("1m", "21"), small("n"), false),
                came(
                        "a node with too little storage comes",
                        pod("p").request("ephemeral-storage", "21"),
                        small("n"),
                        false),
                came(
                        "a node without the device comes",
                        pod("p").request(FPGA, "1"),
                        small("n"),
                        false),
                came(
                        "none of the device is requested",
                        pod("p").request(FPGA, "0"),
                        small("n"),
                        true),
                came("a node for no pods comes", pod("p"), small("n").pods(0), false),
                changed(
                        "cpu grows, cpu is requested",
                        requesting("1m", "0"),
                        small("n"),
                        small("n").cpu("11m"),
                        true),
                changed(
                        "cpu grows, not enough",
                        requesting("20m", "0"),
                        small("n"),
                        small("n").cpu("11m"),
                        false),
                changed(
                        "cpu grows, memory is requested",
                        requesting("0", "1"),
                        small("n"),
                        small("n").cpu("11m"),
                        false),
                changed(
                        "memory grows, memory is requested",
                        requesting("0", "1"),
                        small("n"),
                        small("n").memory("21"),
                        true),
                changed(
                        "storage grows and is requested",
                        pod("p").request("ephemeral-storage", "1"),
                        small("n"),
                        small("n").resource("ephemeral-storage", "21"),
                        true),
                changed(
                        "a device grows and is requested",
                        pod("p").request(GPU, "1"),
                        small("n"),
                        small("n").resource(GPU, "6"),
                        true),
                changed(
                        "another device grows",
                        pod("p").request(GPU, "1"),
                        small("n"),
                        small("n").resource(FPGA, "6"),
                        false),
                changed(
                        "cpu shrinks",
                        requesting("1m", "0"),
                        small("n"),
                        small("n").cpu("9m"),
                        false),
                changed(
                        "more pods are allowed",
                        requesting("1m", "0"),
                        small("n"),
                        small("n").pods(33),
                        true),
                changed(
                        "nothing requested, more pods",
                        pod("p"),
                        small("n"),
                        small("n").pods(33),
                        true),
                changed(
                        "nothing requested, more cpu",
                        pod("p"),
                        small("n"),
                        small("n").cpu("11m"),
                        false),
                changed("nothing grows", requesting("1m", "1"), small("n"), small("n"), false));
    }

    @ParameterizedTest
    @MethodSource({"podHints", "nodeHints"})
    void onlyCapacityThatCouldHelpRequeuesThePod(Hint each) {
        assertThat(tester.requeues(each.unschedulable, each.event, each.change))
                .isEqualTo(each.requeues);
    }

    @Test
    void ignoredResourcesDoNotCountWhenANodeComes() {
        // Parity: the hint evaluates the node without the arguments.
        PluginTester ignoring = PluginTester.of(provider, ignoring(List.of(FPGA), List.of()));
        var change = ObjectChange.added(small("n").build());

        assertThat(ignoring.requeues(pod("p").request(FPGA, "1"), ClusterEvent.NODE_ADD, change))
                .isFalse();
    }

    @Test
    void otherEventsDoNotRequeueThePod() {
        var relabeled =
                ObjectChange.updated(small("n").build(), small("n").label("a", "b").build());
        var event = ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_LABEL);

        assertThat(tester.requeues(requesting("1m", "1"), event, relabeled)).isFalse();
    }

    @Test
    void withoutPreFilterItIsAnError() {
        assertThatThrownBy(() -> tester.scheduleWithoutPrePoints(pod("p")))
                .hasMessage(
                        "error reading \"PreFilterNodeResourcesFit\" from cycleState: not found");
    }

    private static DeviceClass deviceClass(String name, String extendedResource) {
        var kind = new Kind("resource.k8s.io", "v1", "DeviceClass", "deviceclasses", false);
        String spec =
                extendedResource.isEmpty()
                        ? "{}"
                        : "{\"extendedResourceName\": \"" + extendedResource + "\"}";
        var content =
                (Json.Obj)
                        Json.parse(
                                "{\"metadata\": {\"name\": \"%s\"}, \"spec\": %s}"
                                        .formatted(name, spec));
        return (DeviceClass) new Decoder().object(kind, content);
    }

    @Test
    void aDeviceClassForARequestedResourceRequeuesThePod() {
        PodBuilder unschedulable = pod("p").request(FPGA, "1");
        PodBuilder byClass = pod("p").request("deviceclass.resource.kubernetes.io/fast", "1");
        var added = ClusterEvent.of(ClusterEvent.DEVICE_CLASS, ClusterEvent.ADD);
        var updated = ClusterEvent.of(ClusterEvent.DEVICE_CLASS, ClusterEvent.UPDATE);
        DeviceClass plain = deviceClass("fast", "");
        DeviceClass stands = deviceClass("fast", FPGA);
        DeviceClass other = deviceClass("fast", "other.org/thing");

        assertThat(tester.requeues(unschedulable, added, ObjectChange.added(stands))).isTrue();
        assertThat(tester.requeues(unschedulable, added, ObjectChange.added(plain))).isFalse();
        assertThat(tester.requeues(unschedulable, added, ObjectChange.added(other))).isFalse();
        assertThat(tester.requeues(byClass, added, ObjectChange.added(plain))).isTrue();
        assertThat(tester.requeues(unschedulable, updated, ObjectChange.updated(plain, stands)))
                .isTrue();
        assertThat(tester.requeues(unschedulable, updated, ObjectChange.updated(stands, stands)))
                .isFalse();
        assertThat(tester.requeues(unschedulable, updated, ObjectChange.updated(stands, plain)))
                .isFalse();
        assertThat(tester.requeues(byClass, updated, ObjectChange.updated(plain, other))).isFalse();
    }

    @Test
    void devicesProvideWhatANodeDoesNotList() {
        tester.nodes(node("plain"), node("listed").resource(FPGA, "1"))
                .schedule(pod("p").request(FPGA, "2"))
                .rejectsUnresolvable("plain", "Insufficient " + FPGA);
        tester.objects(deviceClass("fast", FPGA))
                .schedule(pod("p").request(FPGA, "2"))
                .passes("plain")
                .rejectsUnresolvable("listed", "Insufficient " + FPGA);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 61, 62, 63, 64, 65, 70})
    void theLastOfManyResourcesIsChecked(int resources) {
        NodeBuilder enough = node("enough");
        NodeBuilder lacks = node("lacks");
        NodeBuilder full = node("full");
        PodBuilder many = pod("many");
        for (int i = 0; i < resources; i++) {
            String name = "example.com/r%02d".formatted(i);
            boolean last = i == resources - 1;
            enough.resource(name, "1");
            full.resource(name, "1");
            lacks.resource(name, last ? "0" : "1");
            many.request(name, "1");
        }
        String last = "example.com/r%02d".formatted(resources - 1);
        String reason = "Insufficient " + last;
        tester.nodes(enough, lacks, full)
                .running(pod("user").request(last, "1").on("full"))
                .schedule(many)
                .passes("enough")
                .rejectsUnresolvable("lacks", reason)
                .rejects("full", reason);
    }
}
