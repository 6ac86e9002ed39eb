package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.view.Decision;
import dev.berth.model.Affinity;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Requirement;
import dev.berth.model.Taint;
import dev.berth.model.json.Json;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;
import dev.berth.testkit.SpreadBuilder;
import dev.berth.testkit.TermBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The pods that each event requeues, plugin by plugin: pods are unschedulable, one object changes,
/// and exactly the pods are requeued for which a plugin that rejected them returns a positive hint.
class RequeueScenarioTest {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";

    /// Unschedulable pods, a change, and the pods that it requeues.
    static final class Case {
        private final String name;
        private final List<String> plugins;
        private final List<NodeBuilder> nodes = new ArrayList<>();
        private final List<PodBuilder> running = new ArrayList<>();
        private final Map<PodBuilder, List<String>> unschedulable = new LinkedHashMap<>();
        private final List<Json.Obj> classes = new ArrayList<>();
        private Consumer<Scenario> change = scenario -> {};
        private String event = "";
        private Set<String> requeued = Set.of();

        Case(String name, String... plugins) {
            this.name = name;
            this.plugins = List.of(plugins);
        }

        Case node(NodeBuilder node) {
            nodes.add(node);
            return this;
        }

        Case running(PodBuilder pod) {
            running.add(pod);
            return this;
        }

        Case deviceClass(Json.Obj deviceClass) {
            classes.add(deviceClass);
            return this;
        }

        /// A pod that is rejected by these plugins.
        Case unschedulable(PodBuilder pod, String... by) {
            unschedulable.put(pod, List.of(by));
            return this;
        }

        Case when(String event, Consumer<Scenario> change) {
            this.event = event;
            this.change = change;
            return this;
        }

        Case requeues(String... pods) {
            requeued = Set.of(pods);
            return this;
        }

        Case requeuesNoPod() {
            return requeues();
        }

        void play() {
            var scenario = Scenario.of(engine -> engine.profile(Profiles.only(plugins)));
            classes.forEach(scenario::create);
            scenario.nodes(nodes)
                    .create(running)
                    .create(List.copyOf(unschedulable.keySet()))
                    .untilQuiet();
            unschedulable.forEach((pod, by) ->
                    scenario.expectUnschedulableBy(pod.build().name(), by.toArray(String[]::new)));
            int before = scenario.decisions().size();
            change.accept(scenario);
            scenario.untilQuiet();
            assertThat(
                            requeuedBy(
                                    scenario.decisions()
                                            .subList(before, scenario.decisions().size())))
                    .isEqualTo(requeued);
            scenario.expectAtRest().expectNoPodForgotten();
            scenario.close();
        }

        /// The pods that the event itself requeued.
        private Set<String> requeuedBy(List<Decision> decisions) {
            var names = new TreeSet<String>();
            for (Decision decision : decisions) {
                if (Scenario.requeuedBy(decision).equals(event)) {
                    names.add(decision.pod().substring("default/".length()));
                }
            }
            return names;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> taintsAndCordons() {
        NodeBuilder notReady = node("n1").cpu("2").taint(NOT_READY, "", Taint.NO_SCHEDULE);
        return Stream.of(
                new Case(
                                "room on a tainted node helps who tolerates the taint",
                                "TaintToleration",
                                "NodeResourcesFit")
                        .node(notReady)
                        .unschedulable(pod("shy").cpu("4"), "TaintToleration")
                        .unschedulable(
                                tolerating(pod("bold").cpu("4"), NOT_READY), "NodeResourcesFit")
                        .when(
                                "NodeUpdateNodeAllocatable",
                                s ->
                                        s.update(
                                                node("n1")
                                                        .cpu("4")
                                                        .taint(NOT_READY, "", Taint.NO_SCHEDULE)))
                        .requeues("bold"),
                new Case("a toleration helps the pod that gets it", "TaintToleration")
                        .node(node("n1").taint("k", "", Taint.NO_SCHEDULE))
                        .unschedulable(pod("a"), "TaintToleration")
                        .unschedulable(pod("b"), "TaintToleration")
                        .when(
                                "TargetPodUpdatePodToleration",
                                s -> s.update(tolerating(pod("a"), "k")))
                        .requeues("a"),
                new Case("a taint gives way to one that a pod tolerates", "TaintToleration")
                        .node(node("n1").taint(NOT_READY, "", Taint.NO_SCHEDULE))
                        .unschedulable(tolerating(pod("a"), "k1"), "TaintToleration")
                        .unschedulable(tolerating(pod("b"), "k2"), "TaintToleration")
                        .unschedulable(pod("c"), "TaintToleration")
                        .when(
                                "NodeUpdateNodeTaint",
                                s -> s.update(node("n1").taint("k1", "", Taint.NO_SCHEDULE)))
                        .requeues("a"),
                new Case("a node comes with a taint that a pod tolerates", "TaintToleration")
                        .node(node("n1").taint(NOT_READY, "", Taint.NO_SCHEDULE))
                        .unschedulable(tolerating(pod("a"), "k1"), "TaintToleration")
                        .unschedulable(pod("b"), "TaintToleration")
                        .when(
                                "NodeAdd",
                                s -> s.nodes(node("n2").taint("k1", "", Taint.NO_SCHEDULE)))
                        .requeues("a"),
                new Case("a new label does not help against a taint", "TaintToleration")
                        .node(node("n1").taint(NOT_READY, "", Taint.NO_SCHEDULE))
                        .unschedulable(pod("a"), "TaintToleration")
                        .when(
                                "TargetPodUpdatePodLabel",
                                s -> s.update(pod("a").label("key", "val")))
                        .requeuesNoPod(),
                new Case("a cordon ends", "NodeUnschedulable")
                        .node(node("n1").cordoned())
                        .unschedulable(pod("a"), "NodeUnschedulable")
                        .when("NodeUpdateNodeTaint", s -> s.update(node("n1")))
                        .requeues("a"),
                new Case("an open node comes where all are cordoned", "NodeUnschedulable")
                        .node(node("n1").cordoned())
                        .unschedulable(pod("a"), "NodeUnschedulable")
                        .when("NodeAdd", s -> s.nodes(node("n2")))
                        .requeues("a"),
                new Case("one more cordoned node comes", "NodeUnschedulable")
                        .node(node("n1").cordoned())
                        .unschedulable(pod("a"), "NodeUnschedulable")
                        .when("NodeAdd", s -> s.nodes(node("n2").cordoned()))
                        .requeuesNoPod(),
                new Case("a pod comes to tolerate a cordon", "NodeUnschedulable")
                        .node(node("n1").cordoned())
                        .unschedulable(pod("a"), "NodeUnschedulable")
                        .unschedulable(pod("b"), "NodeUnschedulable")
                        .when(
                                "TargetPodUpdatePodToleration",
                                s ->
                                        s.update(
                                                tolerating(
                                                        pod("a"),
                                                        "node.kubernetes.io/unschedulable"),
                                                tolerating(pod("b"), "another")))
                        .requeues("a"));
    }

    @ParameterizedTest
    @MethodSource("taintsAndCordons")
    void podsKeptOutByTaintsAndCordons(Case each) {
        each.play();
    }

    static Stream<Case> nodeAffinity() {
        return Stream.of(
                new Case("a node gets the label that a pod wants", "NodeAffinity")
                        .node(node("n1").label("group", "a"))
                        .unschedulable(pod("b").affinity(labeled("group", "b")), "NodeAffinity")
                        .unschedulable(pod("c").affinity(labeled("group", "c")), "NodeAffinity")
                        .when("NodeUpdateNodeLabel", s -> s.update(node("n1").label("group", "b")))
                        .requeues("b"),
                new Case(
                                "a node that matched before gets one more label",
                                "NodeAffinity",
                                "NodeResourcesFit")
                        .node(node("n1").cpu("2").label("group", "a"))
                        .node(node("n2").cpu("2").label("group", "b"))
                        .unschedulable(
                                pod("big").cpu("4").affinity(labeled("group", "a")),
                                "NodeAffinity",
                                "NodeResourcesFit")
                        .when(
                                "NodeUpdateNodeLabel",
                                s ->
                                        s.update(
                                                node("n1")
                                                        .cpu("2")
                                                        .label("group", "a")
                                                        .label("more", "")))
                        .requeuesNoPod(),
                new Case("a node with the label that a pod wants comes", "NodeAffinity")
                        .node(node("n1").label("group", "a"))
                        .unschedulable(pod("b").affinity(labeled("group", "b")), "NodeAffinity")
                        .unschedulable(pod("c").affinity(labeled("group", "c")), "NodeAffinity")
                        .when("NodeAdd", s -> s.nodes(node("n2").label("group", "b")))
                        .requeues("b"),
                new Case("the node that a pod names comes", "NodeAffinity")
                        .node(node("n1"))
                        .unschedulable(pod("a").affinity(named("n2")), "NodeAffinity")
                        .unschedulable(pod("b").affinity(named("n3")), "NodeAffinity")
                        .when("NodeAdd", s -> s.nodes(node("n2")))
                        .requeues("a"),
                new Case(
                                "who narrows the search to a name answers for it, beside the"
                                        + " filter",
                                "NodeAffinity",
                                "NodeResourcesFit")
                        .node(node("n1").cpu("2"))
                        .node(node("n2").cpu("2").zone("z1"))
                        .unschedulable(
                                pod("a").cpu("4").affinity(named("n1")),
                                "NodeAffinity",
                                "NodeResourcesFit")
                        .when("NodeUpdateNodeAllocatable", s -> s.update(node("n1").cpu("4")))
                        .requeues("a"));
    }

    @ParameterizedTest
    @MethodSource("nodeAffinity")
    void podsThatWantOtherNodes(Case each) {
        each.play();
    }

    static Stream<Case> capacity() {
        return Stream.of(
                new Case("a pod asks for less", "NodeResourcesFit")
                        .node(node("n1").cpu("2"))
                        .unschedulable(pod("a").cpu("4"), "NodeResourcesFit")
                        .unschedulable(pod("b").cpu("4"), "NodeResourcesFit")
                        .when("TargetPodUpdatePodScaleDown", s -> s.update(pod("a").cpu("2")))
                        .requeues("a"),
                new Case("a pod goes", "NodeResourcesFit")
                        .node(node("n1").cpu("2"))
                        .running(pod("old").cpu("2").on("n1"))
                        .unschedulable(pod("new").cpu("2"), "NodeResourcesFit")
                        .when("AssignedPodDelete", s -> s.delete("old"))
                        .requeues("new"),
                new Case("a running pod gives back what a pod asks for", "NodeResourcesFit")
                        .node(node("n1").cpu("2").memory("2Gi"))
                        .running(pod("old").cpu("2").memory("2Gi").on("n1"))
                        .unschedulable(pod("cpu").cpu("1"), "NodeResourcesFit")
                        .unschedulable(pod("memory").memory("1Gi"), "NodeResourcesFit")
                        .when(
                                "AssignedPodUpdatePodScaleDown",
                                s -> s.update(pod("old").cpu("1").memory("2Gi")))
                        .requeues("cpu"),
                new Case("a node with room for one of two comes", "NodeResourcesFit")
                        .node(node("n1").cpu("2"))
                        .unschedulable(pod("four").cpu("4"), "NodeResourcesFit")
                        .unschedulable(pod("five").cpu("5"), "NodeResourcesFit")
                        .when("NodeAdd", s -> s.nodes(node("n2").cpu("4")))
                        .requeues("four"),
                new Case("a node grows enough for one of two", "NodeResourcesFit")
                        .node(node("n1").cpu("2"))
                        .unschedulable(pod("four").cpu("4"), "NodeResourcesFit")
                        .unschedulable(pod("five").cpu("5"), "NodeResourcesFit")
                        .when("NodeUpdateNodeAllocatable", s -> s.update(node("n1").cpu("4")))
                        .requeues("four"),
                new Case("a node that has the device grows in memory", "NodeResourcesFit")
                        .node(node("n1").cpu("4").resource("example.com/gpu", "1"))
                        .unschedulable(
                                pod("a").cpu("5").request("example.com/gpu", "1"),
                                "NodeResourcesFit")
                        .when(
                                "NodeUpdateNodeAllocatable",
                                s ->
                                        s.update(
                                                node("n1")
                                                        .cpu("4")
                                                        .resource("example.com/gpu", "1")
                                                        .memory("64Gi")))
                        .requeuesNoPod(),
                new Case("a node that lacks the device grows in memory", "NodeResourcesFit")
                        .node(node("n1").cpu("4"))
                        .unschedulable(pod("a").request("example.com/gpu", "1"), "NodeResourcesFit")
                        .when("NodeUpdateNodeAllocatable", s -> s.update(node("n1").memory("64Gi")))
                        .requeuesNoPod(),
                new Case("a class of devices comes to stand for a resource", "NodeResourcesFit")
                        .node(node("n1").cpu("4"))
                        .unschedulable(pod("a").request("example.com/gpu", "1"), "NodeResourcesFit")
                        .unschedulable(
                                pod("b").request("example.com/other", "1"), "NodeResourcesFit")
                        .when(
                                "resource.k8s.io/DeviceClassAdd",
                                s -> s.create(deviceClass("example.com/gpu")))
                        .requeues("a"),
                new Case("a class of devices begins to stand for a resource", "NodeResourcesFit")
                        .deviceClass(deviceClass(""))
                        .node(node("n1").cpu("4"))
                        .unschedulable(pod("a").request("example.com/gpu", "1"), "NodeResourcesFit")
                        .unschedulable(
                                pod("b").request("example.com/other", "1"), "NodeResourcesFit")
                        .when(
                                "resource.k8s.io/DeviceClassUpdate",
                                s -> s.replace(deviceClass("example.com/gpu")))
                        .requeues("a"),
                new Case(
                                "another node grows in what the pod does not ask for",
                                "NodeResourcesFit",
                                "NodeAffinity")
                        .node(node("n1").cpu("4"))
                        .node(node("n2").cpu("2").label("group", "b"))
                        .unschedulable(
                                pod("a").cpu("4").affinity(labeled("group", "b")),
                                "NodeResourcesFit",
                                "NodeAffinity")
                        .when(
                                "NodeUpdateNodeAllocatable",
                                s -> s.update(node("n1").cpu("4").memory("64Gi")))
                        .requeuesNoPod(),
                new Case(
                                "another node grows in what the pod asks for, which may help for"
                                        + " all this plugin knows",
                                "NodeResourcesFit",
                                "NodeAffinity")
                        .node(node("n1").cpu("4"))
                        .node(node("n2").cpu("2").label("group", "b"))
                        .unschedulable(
                                pod("a").cpu("4").affinity(labeled("group", "b")),
                                "NodeResourcesFit",
                                "NodeAffinity")
                        .when("NodeUpdateNodeAllocatable", s -> s.update(node("n1").cpu("5")))
                        .requeues("a"),
                new Case("a node takes more pods", "NodeResourcesFit", "NodeAffinity")
                        .node(node("n1").pods(2))
                        .node(node("n2").pods(1).label("group", "b"))
                        .running(pod("old").on("n2"))
                        .unschedulable(
                                pod("a").affinity(labeled("group", "b")),
                                "NodeResourcesFit",
                                "NodeAffinity")
                        .when("NodeUpdateNodeAllocatable", s -> s.update(node("n1").pods(3)))
                        .requeues("a"),
                new Case("a pod frees the port that one of two wants", "NodePorts")
                        .node(node("n1"))
                        .running(pod("old-8080").hostPort(8080).on("n1"))
                        .running(pod("old-8081").hostPort(8081).on("n1"))
                        .unschedulable(pod("new-8080").hostPort(8080), "NodePorts")
                        .unschedulable(pod("new-8081").hostPort(8081), "NodePorts")
                        .when("AssignedPodDelete", s -> s.delete("old-8080"))
                        .requeues("new-8080"),
                new Case("a node with all ports free comes", "NodePorts")
                        .node(node("n1"))
                        .running(pod("old").hostPort(8080).on("n1"))
                        .unschedulable(pod("new").hostPort(8080), "NodePorts")
                        .when("NodeAdd", s -> s.nodes(node("n2")))
                        .requeues("new"));
    }

    @ParameterizedTest
    @MethodSource("capacity")
    void podsThatDoNotFit(Case each) {
        each.play();
    }

    static Stream<Case> affinity() {
        PodBuilder hated = pod("old").label("a", "").label("b", "").on("n1");
        return Stream.of(
                new Case("a running pod loses the label that a pod hates", "InterPodAffinity")
                        .node(node("n1").label("host", "1"))
                        .running(hated)
                        .unschedulable(pod("no-a").label("a", "").away(having("a", "host")), IPA)
                        .unschedulable(pod("no-b").label("b", "").away(having("b", "host")), IPA)
                        .when("AssignedPodUpdatePodLabel", s -> s.update(pod("old").label("b", "")))
                        .requeues("no-a"),
                new Case("a running pod that a pod hates goes", "InterPodAffinity")
                        .node(node("n1").label("host", "1"))
                        .running(pod("old-a").label("a", "").on("n1"))
                        .running(pod("old-b").label("b", "").on("n1"))
                        .unschedulable(pod("no-a").label("a", "").away(having("a", "host")), IPA)
                        .unschedulable(pod("no-b").label("b", "").away(having("b", "host")), IPA)
                        .when("AssignedPodDelete", s -> s.delete("old-a"))
                        .requeues("no-a"),
                new Case("a running pod that hates a pod goes", "InterPodAffinity")
                        .node(node("n1").label("host", "1"))
                        .running(pod("guard-a").away(having("a", "host")).on("n1"))
                        .running(pod("guard-b").away(having("b", "host")).on("n1"))
                        .unschedulable(pod("a").label("a", ""), IPA)
                        .unschedulable(pod("b").label("b", ""), IPA)
                        .when("AssignedPodDelete", s -> s.delete("guard-a"))
                        .requeues("a"),
                new Case("a running pod gets the label that a pod likes", "InterPodAffinity")
                        .node(node("n1").label("host", "1"))
                        .running(pod("old").on("n1"))
                        .unschedulable(pod("likes-a").near(having("a", "host")), IPA)
                        .unschedulable(pod("likes-b").near(having("b", "host")), IPA)
                        .when("AssignedPodUpdatePodLabel", s -> s.update(pod("old").label("a", "")))
                        .requeues("likes-a"),
                new Case("a pod that a pod likes comes", "InterPodAffinity")
                        .node(node("n1").label("host", "1"))
                        .unschedulable(pod("likes-a").near(having("a", "host")), IPA)
                        .unschedulable(pod("likes-b").near(having("b", "host")), IPA)
                        .when("AssignedPodAdd", s -> s.running(pod("new").label("a", "").on("n1")))
                        .requeues("likes-a"),
                new Case("a pod sheds the label that a running pod hates", "InterPodAffinity")
                        .node(node("n1").label("host", "1"))
                        .running(pod("guard").away(having("a", "host")).on("n1"))
                        .unschedulable(pod("x").label("a", ""), IPA)
                        .unschedulable(pod("y").label("a", ""), IPA)
                        .when("TargetPodUpdatePodLabel", s -> s.update(pod("x")))
                        .requeues("x"),
                new Case("a node in a topology that a pod speaks of comes", "InterPodAffinity")
                        .node(node("n1").label("rack", "1"))
                        .unschedulable(pod("by-zone").near(having("a", "zone")), IPA)
                        .unschedulable(pod("by-region").near(having("a", "region")), IPA)
                        .when("NodeAdd", s -> s.nodes(node("n2").label("zone", "1")))
                        .requeues("by-zone"),
                new Case(
                                "a node enters one topology and moves in another",
                                "InterPodAffinity",
                                "NodeAffinity")
                        .node(node("n1").label("region", "1"))
                        .node(node("n2").label("region", "2").label("group", "b"))
                        .running(pod("old").label("a", "").on("n1"))
                        .unschedulable(pod("by-host").label("a", "").near(having("a", "host")), IPA)
                        .unschedulable(
                                pod("by-other").label("a", "").near(having("a", "other")), IPA)
                        .unschedulable(
                                pod("by-region")
                                        .affinity(labeled("group", "b"))
                                        .near(having("a", "region")),
                                IPA,
                                "NodeAffinity")
                        .when(
                                "NodeUpdateNodeLabel",
                                s -> s.update(node("n1").label("host", "1").label("region", "2")))
                        .requeues("by-host", "by-region"),
                new Case("a node leaves one topology and moves in another", "InterPodAffinity")
                        .node(
                                node("n1")
                                        .label("host", "1")
                                        .label("service", "a")
                                        .label("other", "1"))
                        .running(pod("old").label("a", "").on("n1"))
                        .unschedulable(pod("by-host").label("a", "").away(having("a", "host")), IPA)
                        .unschedulable(
                                pod("by-service").label("a", "").away(having("a", "service")), IPA)
                        .unschedulable(
                                pod("by-other").label("a", "").away(having("a", "other")), IPA)
                        .when(
                                "NodeUpdateNodeLabel",
                                s -> s.update(node("n1").label("service", "b").label("other", "1")))
                        .requeues("by-host", "by-service"),
                new Case("any node that comes may help who wants to be away", "InterPodAffinity")
                        .node(node("n1").label("zone", "1").label("host", "1"))
                        .running(pod("old").label("a", "").on("n1"))
                        .unschedulable(pod("by-zone").away(having("a", "zone")), IPA)
                        .unschedulable(pod("by-host").away(having("a", "host")), IPA)
                        .when("NodeAdd", s -> s.nodes(node("n2").label("zone", "1")))
                        .requeues("by-zone", "by-host"));
    }

    @ParameterizedTest
    @MethodSource("affinity")
    void podsThatLikeAndHateEachOther(Case each) {
        each.play();
    }

    static Stream<Case> spreading() {
        NodeBuilder host = node("n1").label("host", "1");
        NodeBuilder zone = node("n2").label("zone", "1");
        return Stream.of(
                new Case("a pod that counts for one of two comes", "PodTopologySpread")
                        .node(host)
                        .running(pod("old-a").label("a", "").on("n1"))
                        .running(pod("old-b").label("b", "").on("n1"))
                        .unschedulable(
                                pod("new-a").label("a", "").spread(even("host", "a")), SPREAD)
                        .unschedulable(
                                pod("new-b").label("b", "").spread(even("host", "b")), SPREAD)
                        .when(
                                "AssignedPodAdd",
                                s -> s.running(pod("more-a").label("a", "").on("n1")))
                        .requeues("new-a"),
                new Case("a running pod no longer counts for one of two", "PodTopologySpread")
                        .node(host)
                        .running(pod("old-a").label("a", "").on("n1"))
                        .running(pod("old-b").label("b", "").on("n1"))
                        .unschedulable(
                                pod("new-a").label("a", "").spread(even("host", "a")), SPREAD)
                        .unschedulable(
                                pod("new-b").label("b", "").spread(even("host", "b")), SPREAD)
                        .when(
                                "AssignedPodUpdatePodLabel",
                                s -> s.update(pod("old-a").label("c", "")))
                        .requeues("new-a"),
                new Case("a running pod that counts for one of two goes", "PodTopologySpread")
                        .node(host)
                        .running(pod("old-a").label("a", "").on("n1"))
                        .running(pod("old-b").label("b", "").on("n1"))
                        .unschedulable(
                                pod("new-a").label("a", "").spread(even("host", "a")), SPREAD)
                        .unschedulable(
                                pod("new-b").label("b", "").spread(even("host", "b")), SPREAD)
                        .when("AssignedPodDelete", s -> s.delete("old-a"))
                        .requeues("new-a"),
                new Case("a node of one of two topologies comes", "PodTopologySpread")
                        .node(host)
                        .node(zone)
                        .running(pod("old-1").label("a", "").on("n1"))
                        .running(pod("old-2").label("a", "").on("n2"))
                        .unschedulable(
                                pod("by-host").label("a", "").spread(even("host", "a")), SPREAD)
                        .unschedulable(
                                pod("by-zone").label("a", "").spread(even("zone", "a")), SPREAD)
                        .when("NodeAdd", s -> s.nodes(node("n3").label("host", "1")))
                        .requeues("by-host"),
                new Case("a node leaves, enters and moves in topologies", "PodTopologySpread")
                        .node(in("n1", "host", "1", "region", "1", "service", "a"))
                        .node(in("n2", "host", "1", "region", "1", "service", "a"))
                        .running(pod("old-1").label("a", "").on("n1"))
                        .running(pod("old-2").label("a", "").on("n2"))
                        .unschedulable(
                                pod("by-host").label("a", "").spread(even("host", "a")), SPREAD)
                        .unschedulable(
                                pod("by-zone").label("a", "").spread(even("zone", "a")), SPREAD)
                        .unschedulable(
                                pod("by-region").label("a", "").spread(even("region", "a")), SPREAD)
                        .unschedulable(
                                pod("by-other").label("a", "").spread(even("other", "a")), SPREAD)
                        .unschedulable(
                                pod("by-service").label("a", "").spread(even("service", "a")),
                                SPREAD)
                        .when(
                                "NodeUpdateNodeLabel",
                                s -> s.update(in("n2", "zone", "1", "region", "1", "service", "b")))
                        .requeues("by-host", "by-zone", "by-service"),
                new Case("a node of one of two topologies goes", "PodTopologySpread")
                        .node(host)
                        .node(zone)
                        .running(pod("old-1").label("a", "").on("n1"))
                        .running(pod("old-2").label("a", "").on("n2"))
                        .unschedulable(
                                pod("by-host").label("a", "").spread(even("host", "a")), SPREAD)
                        .unschedulable(
                                pod("by-zone").label("a", "").spread(even("zone", "a")), SPREAD)
                        .when("NodeDelete", s -> s.deleteNode("n2"))
                        .requeues("by-zone"),
                new Case("a node of one of two topologies is tainted anew", "PodTopologySpread")
                        .node(host)
                        .node(zone)
                        .node(in("n3", "zone", "1").taint(NOT_READY, "", Taint.NO_SCHEDULE))
                        .running(pod("old-1").label("a", "").on("n1"))
                        .running(pod("old-2").label("a", "").on("n2"))
                        .unschedulable(
                                pod("by-host").label("a", "").spread(even("host", "a")), SPREAD)
                        .unschedulable(
                                tolerating(
                                        pod("by-zone").label("a", "").spread(even("zone", "a")),
                                        "k"),
                                SPREAD)
                        .when(
                                "NodeUpdateNodeTaint",
                                s ->
                                        s.update(
                                                in("n3", "zone", "1")
                                                        .taint("k", "", Taint.NO_SCHEDULE)))
                        .requeues("by-zone"));
    }

    @ParameterizedTest
    @MethodSource("spreading")
    void podsThatSpread(Case each) {
        each.play();
    }

    static Stream<Case> features() {
        PodBuilder needy = pod("a").hostNetwork().hostUsers(false);
        return Stream.of(
                new Case("a node declares the feature that a pod needs", "NodeDeclaredFeatures")
                        .node(node("n1"))
                        .unschedulable(needy, "NodeDeclaredFeatures")
                        .when(
                                "NodeUpdateNodeDeclaredFeature",
                                s ->
                                        s.update(
                                                node("n1")
                                                        .declares(
                                                                "UserNamespacesHostNetworkSupport")))
                        .requeues("a"),
                new Case("a node gets a label and no feature", "NodeDeclaredFeatures")
                        .node(node("n1"))
                        .unschedulable(needy, "NodeDeclaredFeatures")
                        .when("NodeUpdateNodeLabel", s -> s.update(node("n1").label("foo", "bar")))
                        .requeuesNoPod(),
                new Case("a pod no longer needs the feature", "NodeDeclaredFeatures")
                        .node(node("n1"))
                        .unschedulable(needy, "NodeDeclaredFeatures")
                        .when(
                                "TargetPodUpdate",
                                s -> s.update(pod("a").hostNetwork().hostUsers(true)))
                        .requeues("a"),
                new Case("a pod gets a label and needs the feature still", "NodeDeclaredFeatures")
                        .node(node("n1"))
                        .unschedulable(needy, "NodeDeclaredFeatures")
                        .when(
                                "TargetPodUpdatePodLabel",
                                s ->
                                        s.update(
                                                pod("a").hostNetwork()
                                                        .hostUsers(false)
                                                        .label("x", "")))
                        .requeuesNoPod());
    }

    @ParameterizedTest
    @MethodSource("features")
    void podsThatNeedFeaturesOfNodes(Case each) {
        each.play();
    }

    @Test
    void aNodeThatComesTaintedHelpsWhenItsTaintGoes() {
        Scenario.of(Profiles.only(List.of("TaintToleration", "InterPodAffinity")))
                .nodes(node("n1").label("host", "1"))
                .running(pod("old").label("a", "").away(having("a", "host")).on("n1"))
                .create(pod("new").label("a", "").away(having("a", "host")))
                .untilQuiet()
                .expectUnschedulableBy("new", IPA)
                .nodes(node("n2").label("host", "2").taint(NOT_READY, "", Taint.NO_SCHEDULE))
                .untilQuiet()
                .expectRequeuedBy("new", "NodeAdd")
                .expectUnschedulableBy("new", IPA, "TaintToleration")
                .update(node("n2").label("host", "2"))
                .untilQuiet()
                .expectRequeuedBy("new", "NodeUpdateNodeTaint")
                .expectScheduledOn("new", "n2")
                .expectAtRest();
    }

    @Test
    void taintChangesRequeueNoPodOfPluginsThatDoNotWatchThem() {
        Scenario.of(Profiles.only(List.of("NodeResourcesFit")))
                .nodes(node("n1").cpu("1").cordoned())
                .create(pod("big").cpu("8"))
                .untilQuiet()
                .expectAttempts("big", 1)
                .update(node("n1").cpu("1").taint("k", "", Taint.NO_SCHEDULE))
                .untilQuiet()
                .update(node("n1").cpu("1"))
                .untilQuiet()
                .expectAttempts("big", 1)
                .expectUnschedulableBy("big", "NodeResourcesFit")
                .update(node("n1").cpu("8"))
                .untilQuiet()
                .expectRequeuedBy("big", "NodeUpdateNodeAllocatable")
                .expectScheduledOn("big", "n1")
                .expectAtRest();
    }

    private static final String IPA = "InterPodAffinity";
    private static final String SPREAD = "PodTopologySpread";

    private static PodBuilder tolerating(PodBuilder pod, String taint) {
        return pod.toleration(taint, "Exists", "", "");
    }

    private static Affinity labeled(String key, String value) {
        var wanted = new Requirement(key, Requirement.IN, List.of(value));
        return required(new NodeSelectorTerm(List.of(wanted), List.of()));
    }

    private static Affinity named(String node) {
        var wanted = new Requirement("metadata.name", Requirement.IN, List.of(node));
        return required(new NodeSelectorTerm(List.of(), List.of(wanted)));
    }

    private static Affinity required(NodeSelectorTerm term) {
        return new Affinity(
                Optional.of(new NodeAffinity(Optional.of(List.of(term)), Optional.empty())),
                Optional.empty(),
                Optional.empty());
    }

    private static TermBuilder having(String label, String topologyKey) {
        return term(topologyKey).where(label, "Exists");
    }

    /// Even over three domains, which none of these clusters has: so the emptiest counts as empty.
    private static SpreadBuilder even(String topologyKey, String label) {
        return spread(topologyKey).where(label, "Exists").minDomains(3);
    }

    private static NodeBuilder in(String name, String... labels) {
        NodeBuilder node = node(name);
        for (int i = 0; i < labels.length; i += 2) {
            node.label(labels[i], labels[i + 1]);
        }
        return node;
    }

    private static Json.Obj deviceClass(String extendedResource) {
        Json.Obj spec =
                extendedResource.isEmpty()
                        ? Json.Obj.EMPTY
                        : Json.Obj.of("extendedResourceName", Json.of(extendedResource));
        return Json.Obj.EMPTY
                .with("apiVersion", "resource.k8s.io/v1")
                .with("kind", "DeviceClass")
                .with("metadata", Json.Obj.of("name", Json.of("devices")))
                .with("spec", spec);
    }
}
