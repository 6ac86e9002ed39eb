package dev.berth.engine.preemption;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.OwnerReference;
import dev.berth.spi.Preemption;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The choice of victims on a node, and the reprieve of pods.
class VictimsTest {
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";

    private static PodBuilder low(String name, int cpu) {
        return pod(name).cpu(Integer.toString(cpu)).priority(1).started(100).on("n1");
    }

    private static PodBuilder high(int cpu) {
        return pod("high").cpu(Integer.toString(cpu)).priority(10);
    }

    static Stream<Case> podsThatCount() {
        return Stream.of(
                new Case(
                        "pods of lower priority go",
                        PreemptionReport.nodes(node("n1")).pods(low("a", 4).priority(9)),
                        high(4),
                        "n1 loses a; takes n1"),
                new Case(
                        "pods of equal priority stay",
                        PreemptionReport.nodes(node("n1")).pods(low("a", 4).priority(10)),
                        high(4),
                        "0/1 nodes are available: 1 No preemption victims found for incoming pod."),
                new Case(
                        "pods of higher priority stay",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 2).priority(11), low("b", 2).priority(9)),
                        high(2),
                        "n1 loses b; takes n1"),
                new Case(
                        "a pod without a priority has priority 0",
                        PreemptionReport.nodes(node("n1")).pods(low("a", 4).priority(-1)),
                        pod("high").cpu("4"),
                        "n1 loses a; takes n1"),
                new Case(
                        "the lowest and the highest priority are compared like all others",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 4).priority(Integer.MIN_VALUE)),
                        high(4).priority(Integer.MAX_VALUE),
                        "n1 loses a; takes n1"),
                new Case(
                        "nobody is lower than the lowest",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 4).priority(Integer.MIN_VALUE)),
                        high(4).priority(Integer.MIN_VALUE),
                        "0/1 nodes are available: 1 No preemption victims found for incoming pod."),
                new Case(
                        "daemons and pods of other schedulers and namespaces are not excepted",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 2)
                                                .owner(
                                                        new OwnerReference(
                                                                "apps/v1",
                                                                "DaemonSet",
                                                                "agents",
                                                                "uid",
                                                                true)),
                                        low("b", 1).scheduler("another"),
                                        low("c", 1).namespace("kube-system")),
                        high(4),
                        "n1 loses a, b, kube-system/c; takes n1"),
                new Case(
                        "pods that are leaving already count as victims like the others",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 2).terminating(), low("b", 2)),
                        high(4),
                        "n1 loses a, b; takes n1"),
                new Case(
                        "an empty node helps nobody",
                        PreemptionReport.nodes(node("n1")),
                        high(8),
                        "0/1 nodes are available: 1 Preemption is not helpful for scheduling."),
                new Case(
                        "where all lower pods are not enough nobody goes",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 2), low("b", 2).priority(10)),
                        high(3),
                        "0/1 nodes are available: 1 Insufficient cpu."));
    }

    static Stream<Case> podsThatMayStay() {
        return Stream.of(
                new Case(
                        "no more go than are needed",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1)),
                        high(2),
                        "n1 loses c, d, spares a, b; takes n1"),
                new Case(
                        "the lowest priority goes first",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 1).priority(2),
                                        low("b", 1).priority(4),
                                        low("c", 1).priority(1),
                                        low("d", 1).priority(3)),
                        high(2),
                        "n1 loses a, c, spares b, d; takes n1"),
                new Case(
                        "of equal priority the youngest goes first",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 1).started(300),
                                        low("b", 1).started(100),
                                        low("c", 1).started(400),
                                        low("d", 1).started(200)),
                        high(2),
                        "n1 loses a, c, spares b, d; takes n1"),
                new Case(
                        "a pod that has not started is the youngest",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        pod("a").cpu("2").priority(1).on("n1"),
                                        low("b", 2).started(4_000_000_000L)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "of pods that have not started the last one on the node goes first",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        pod("b").cpu("2").priority(1).on("n1"),
                                        pod("a").cpu("2").priority(1).on("n1")),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "priority counts before age",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 2).started(100),
                                        low("b", 2).priority(2).started(900)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "who does not fit beside the preemptor goes, lesser ones that do may stay",
                        PreemptionReport.nodes(node("n1").cpu("5"))
                                .pods(
                                        low("a", 3).priority(3),
                                        low("b", 1).priority(2),
                                        low("c", 1).priority(1)),
                        high(3),
                        "n1 loses a, spares b, c; takes n1"),
                new Case(
                        "each resource counts",
                        PreemptionReport.nodes(
                                        node("n1").cpu("4").memory("4Gi").resource("x.io/gpu", "1"))
                                .pods(
                                        low("a", 3),
                                        low("b", 0).memory("4Gi"),
                                        low("c", 0).request("x.io/gpu", "1"),
                                        low("d", 1)),
                        high(1).memory("1Gi").request("x.io/gpu", "1"),
                        "n1 loses b, c, d, spares a; takes n1"),
                new Case(
                        "room for one more pod is room too",
                        PreemptionReport.nodes(node("n1").pods(2)).pods(low("a", 0), low("b", 0)),
                        high(0),
                        "n1 loses b, spares a; takes n1"),
                new Case(
                        "who has the port goes",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 0).hostPort(8080),
                                        low("b", 0).hostPort(80),
                                        low("c", 0)),
                        high(0).hostPort(80),
                        "n1 loses b, spares a, c; takes n1"),
                new Case(
                        "a port that a more important pod has is not to be had",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 4), low("b", 0).priority(10).hostPort(80)),
                        high(4).hostPort(80),
                        "0/1 nodes are available: 1 node(s) didn't have free ports for the"
                                + " requested pod ports."));
    }

    static Stream<Case> podsNear() {
        return Stream.of(
                new Case(
                        "who is hated goes",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 0).label("app", "db"),
                                        low("b", 0).label("app", "x")),
                        high(0).away(term(HOST).of("app", "db")),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "who hates goes",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 0).away(term(HOST).of("app", "high")),
                                        low("b", 0).away(term(HOST).of("app", "x"))),
                        high(0).label("app", "high"),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "who is hated and who hates go both",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 0).label("app", "db"),
                                        low("b", 0).away(term(HOST).of("app", "high"))),
                        high(0).label("app", "high").away(term(HOST).of("app", "db")),
                        "n1 loses a, b; takes n1"),
                new Case(
                        "who hates and matters as much stays, and so does everybody",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a", 0).label("app", "db"),
                                        low("b", 0)
                                                .priority(10)
                                                .away(term(HOST).of("app", "high"))),
                        high(0).label("app", "high").away(term(HOST).of("app", "db")),
                        "0/1 nodes are available: 1 node(s) didn't satisfy existing pods"
                                + " anti-affinity rules."),
                new Case(
                        "nobody goes from another node, even if that would help",
                        PreemptionReport.nodes(
                                        node("n1").zone("a"), node("n2").zone("a").cordoned())
                                .pods(low("a", 4), low("b", 0).label("app", "db").on("n2")),
                        high(4).away(term(ZONE).of("app", "db")),
                        "0/2 nodes are available: 1 Preemption is not helpful for scheduling, 1"
                                + " node(s) didn't match pod anti-affinity rules."),
                new Case(
                        "whom the preemptor wants near cannot be asked to go",
                        PreemptionReport.nodes(node("n1")).pods(low("a", 4).label("app", "db")),
                        high(4).near(term(HOST).of("app", "db")),
                        "0/1 nodes are available: 1 node(s) didn't match pod affinity rules."),
                new Case(
                        "whom the preemptor wants near stays if there are others to go",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 2).label("app", "db").priority(10), low("b", 2)),
                        high(2).near(term(HOST).of("app", "db")),
                        "n1 loses b; takes n1"),
                new Case(
                        "who makes a domain too full goes",
                        PreemptionReport.nodes(
                                        node("n1").zone("a"), node("n2").zone("b").cordoned())
                                .pods(
                                        low("a", 0).label("app", "web"),
                                        low("b", 0).label("app", "web").started(200),
                                        low("c", 0)),
                        high(0).label("app", "web")
                                .spread(spread(ZONE).of("app", "web").maxSkew(2)),
                        "n1 loses b, spares a, c; takes n1"));
    }

    static Stream<Case> nominatedPodsOfTheNode() {
        PreemptionReport full =
                PreemptionReport.nodes(node("n1"))
                        .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1));
        return Stream.of(
                new Case(
                        "a pod of lower priority that was promised the node does not count",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1))
                                .pods(pod("next").cpu("2").priority(9).nominated("n1")),
                        high(2),
                        "n1 loses c, d, spares a, b; takes n1"),
                new Case(
                        "a pod of equal priority that was promised the node counts",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1))
                                .pods(pod("next").cpu("1").priority(10).nominated("n1")),
                        high(2),
                        "n1 loses b, c, d, spares a; takes n1"),
                new Case(
                        "a pod of higher priority that was promised the node counts",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1))
                                .pods(pod("next").cpu("2").priority(11).nominated("n1")),
                        high(2),
                        "n1 loses a, b, c, d; takes n1"),
                new Case(
                        "all of them count together",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1))
                                .pods(
                                        pod("x").cpu("1").priority(10).nominated("n1"),
                                        pod("y").cpu("1").priority(20).nominated("n1"),
                                        pod("z").cpu("4").priority(5).nominated("n1")),
                        high(2),
                        "n1 loses a, b, c, d; takes n1"),
                new Case(
                        "where the promised pods leave no room nobody goes",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1))
                                .pods(pod("next").cpu("3").priority(11).nominated("n1")),
                        high(2),
                        "0/1 nodes are available: 1 Insufficient cpu."),
                new Case(
                        "a promise of another node does not count here",
                        PreemptionReport.nodes(node("n1"), node("n2").cordoned())
                                .pods(low("a", 1), low("b", 1), low("c", 1), low("d", 1))
                                .pods(pod("next").cpu("4").priority(11).nominated("n2")),
                        high(2),
                        "n1 loses c, d, spares a, b; takes n1"),
                new Case(
                        "what was promised to the preemptor itself does not count",
                        full.pods(high(2).nominated("n1")),
                        high(2).nominated("n1"),
                        "n1 loses c, d, spares a, b; takes n1"),
                new Case(
                        "a promised pod keeps its port",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 0).hostPort(80))
                                .pods(pod("next").priority(10).hostPort(80).nominated("n1")),
                        high(0).hostPort(80),
                        "0/1 nodes are available: 1 node(s) didn't have free ports for the"
                                + " requested pod ports."),
                new Case(
                        "a promised pod of lower priority does not keep its port",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 0).hostPort(80))
                                .pods(pod("next").priority(9).hostPort(80).nominated("n1")),
                        high(0).hostPort(80),
                        "n1 loses a; takes n1"),
                new Case(
                        "a promised pod may be hated",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 4))
                                .pods(pod("next").priority(10).label("app", "db").nominated("n1")),
                        high(4).away(term(HOST).of("app", "db")),
                        "0/1 nodes are available: 1 node(s) didn't match pod anti-affinity"
                                + " rules."),
                new Case(
                        "a promised pod may be in the way of an even spread",
                        PreemptionReport.nodes(
                                        node("n1").zone("a"), node("n2").zone("b").cordoned())
                                .pods(low("a", 0).label("app", "web"), low("b", 0))
                                .pods(pod("next").priority(10).label("app", "web").nominated("n1")),
                        high(0).label("app", "web")
                                .spread(spread(ZONE).of("app", "web").maxSkew(2)),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "the company of a promised pod is not enough: it may never come",
                        PreemptionReport.nodes(node("n1"))
                                .pods(low("a", 4))
                                .pods(pod("next").priority(10).label("app", "db").nominated("n1")),
                        high(4).near(term(HOST).of("app", "db")),
                        "0/1 nodes are available: 1 node(s) didn't match pod affinity rules."));
    }

    @ParameterizedTest
    @MethodSource
    void podsThatCount(Case each) {
        each.check();
    }

    @ParameterizedTest
    @MethodSource
    void podsThatMayStay(Case each) {
        each.check();
    }

    @ParameterizedTest
    @MethodSource
    void podsNear(Case each) {
        each.check();
    }

    @ParameterizedTest
    @MethodSource
    void nominatedPodsOfTheNode(Case each) {
        each.check();
    }

    @Test
    void thePreemptionNamesTheVictimsAndReasons() {
        try (PreemptionReport cluster =
                PreemptionReport.nodes(node("n1"), node("n2"), node("n3").cordoned(), node("n4"))
                        .pods(
                                low("a", 2).priority(3),
                                low("b", 1).hostPort(80).uid("uid-b"),
                                low("c", 1).priority(2).started(200),
                                low("d", 4).priority(10).on("n2"),
                                low("e", 4).priority(9).on("n4"))) {
            Preemption preemption = cluster.ask(high(2).hostPort(80)).preemption().orElseThrow();
            assertThat(preemption.examined()).as("not the one that is cordoned").isEqualTo(3);
            assertThat(preemption.possible()).isEqualTo(2);
            assertThat(preemption.best()).containsExactly("n1");
            assertThat(preemption.decidedBy())
                    .isEqualTo("lowest priority of the most important victim");
            assertThat(preemption.candidates())
                    .extracting(Preemption.Candidate::node)
                    .containsExactly("n1", "n4");
            assertThat(preemption.chosen().victims())
                    .containsExactly(
                            new Preemption.Victim(
                                    "default/c",
                                    "default/c",
                                    2,
                                    Optional.of(Instant.ofEpochSecond(200)),
                                    List.of("Insufficient cpu"),
                                    List.of(),
                                    false),
                            new Preemption.Victim(
                                    "default/b",
                                    "uid-b",
                                    1,
                                    Optional.of(Instant.ofEpochSecond(100)),
                                    List.of(
                                            "node(s) didn't have free ports for the requested pod"
                                                    + " ports"),
                                    List.of(),
                                    false));
            assertThat(preemption.chosen().reprieved()).containsExactly("default/a");
            assertThat(preemption.chosen().violations()).isZero();
        }
    }

    @Test
    void aVictimWithSeveralReasonsHasThemAll() {
        try (PreemptionReport cluster =
                PreemptionReport.nodes(node("n1").cpu("2").memory("2Gi"))
                        .pods(low("a", 2).memory("2Gi"))) {
            Preemption preemption = cluster.ask(high(1).memory("1Gi")).preemption().orElseThrow();
            assertThat(preemption.chosen().victims().getFirst().why())
                    .containsExactly("Insufficient cpu", "Insufficient memory");
        }
    }
}
