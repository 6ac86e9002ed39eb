package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.service;
import static dev.berth.testkit.Build.spread;

import dev.berth.model.Kind;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.OwnerReference;
import dev.berth.model.WorkloadOwner;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Optional;

class SelectorSpreadTest {
    private static final Labels WEB = Labels.of("app", "web");

    private static PodBuilder web(String name) {
        return pod(name).label("app", "web");
    }

    private static PluginTester hosts() {
        return Old.plugin("SelectorSpread").nodes(node("a"), node("b"), node("c"));
    }

    private static PluginTester zones() {
        return Old.plugin("SelectorSpread")
                .nodes(
                        node("a1").zone("a"),
                        node("a2").zone("a"),
                        node("b1").zone("b"),
                        node("none"));
    }

    @Test
    void nodesWithFewerPodsOfTheServiceAreBetter() {
        hosts().objects(service("web", WEB))
                .running(web("r1").on("a"), web("r2").on("a"), web("r3").on("a"), web("r4").on("b"))
                .schedule(web("p"))
                .scores("a", 0)
                .scores("b", 66)
                .scores("c", 100);
    }

    @Test
    void whatIsLeavingOrElsewhereOrOfOthersDoesNotCount() {
        hosts().objects(service("web", WEB))
                .running(
                        web("r1").on("a").terminating(),
                        web("r2").namespace("other").on("a"),
                        pod("r3").label("app", "db").on("a"),
                        web("r4").on("b"))
                .schedule(web("p"))
                .scores("a", 100)
                .scores("b", 0)
                .scores("c", 100);
    }

    @Test
    void whereNothingIsCountedAllNodesAreBest() {
        hosts().running(web("r1").on("a")).schedule(web("p")).scores("a", 100).scores("b", 100);
        hosts().objects(service("web", WEB)).schedule(web("p")).scores("a", 100);
        hosts().objects(service("all", Labels.NONE))
                .running(web("r1").on("a"))
                .schedule(web("p"))
                .scores("a", 100);
        zones().schedule(web("p")).scores("a1", 100).scores("none", 100);
    }

    @Test
    void selectorsOfSeveralServicesHoldTogether() {
        hosts().objects(service("web", WEB), service("front", Labels.of("tier", "front")))
                .running(
                        web("r1").on("a"),
                        pod("r2").label("tier", "front").on("b"),
                        web("r3").label("tier", "front").on("c"))
                .schedule(web("p").label("tier", "front"))
                .scores("a", 100)
                .scores("b", 100)
                .scores("c", 0);
    }

    @ParameterizedTest
    @CsvSource({
        "ReplicationController, v1, replicationcontrollers",
        "ReplicaSet, apps/v1, replicasets",
        "StatefulSet, apps/v1, statefulsets",
    })
    void theControllerOfThePodCountsToo(String kind, String version, String resource) {
        Kind known =
                List.of(Kind.REPLICATION_CONTROLLER, Kind.REPLICA_SET, Kind.STATEFUL_SET).stream()
                        .filter(each -> each.plural().equals(resource))
                        .findFirst()
                        .orElseThrow();
        var selector = Optional.of(new LabelSelector(Labels.of("tier", "front"), List.of()));
        hosts().objects(
                        service("web", WEB),
                        new WorkloadOwner(known, Meta.named("default", "own", "own"), selector))
                .running(web("r1").on("a"), web("r2").label("tier", "front").on("b"))
                .schedule(
                        web("p").label("tier", "front")
                                .owner(new OwnerReference(version, kind, "own", "own", true)))
                .scores("a", 100)
                .scores("b", 0);
    }

    @Test
    void zonesHaveTwoThirdsOfTheScore() {
        zones().objects(service("web", WEB))
                .running(
                        web("r1").on("a1"),
                        web("r2").on("a1"),
                        web("r3").on("a2"),
                        web("r4").on("b1"),
                        web("r5").on("none"))
                .schedule(web("p"))
                .scores("a1", 0)
                .scores("a2", 16)
                .scores("b1", 61)
                .scores("none", 50);
    }

    @Test
    void anEmptyZoneIsBest() {
        zones().objects(service("web", WEB))
                .running(web("r1").on("a1"))
                .schedule(web("p"))
                .scores("a1", 0)
                .scores("a2", 33)
                .scores("b1", 100)
                .scores("none", 100);
    }

    @Test
    void zonesOfOneNameInTwoRegionsAreTwoAndOldLabelsWin() {
        Old.plugin("SelectorSpread")
                .nodes(
                        node("east").zone("1").label("topology.kubernetes.io/region", "east"),
                        node("old")
                                .label("failure-domain.beta.kubernetes.io/zone", "1")
                                .label("failure-domain.beta.kubernetes.io/region", "east")
                                .zone("2"),
                        node("west").zone("1").label("topology.kubernetes.io/region", "west"),
                        node("region").label("topology.kubernetes.io/region", "north"),
                        node("no-zone").zone(""))
                .objects(service("web", WEB))
                .running(web("r1").on("east"), web("r2").on("no-zone"))
                .schedule(web("p"))
                .scores("east", 0)
                .scores("old", 33)
                .scores("west", 100)
                .scores("region", 100)
                .scores("no-zone", 0);
    }

    @Test
    void aNodeThatMovesToAnotherZoneIsNoticed() {
        PluginTester tester = zones().objects(service("web", WEB)).running(web("r1").on("a1"));
        tester.schedule(web("p")).scores("a2", 33);
        tester.nodes(node("a2").zone("b"));
        tester.schedule(web("p")).scores("a2", 100);
    }

    @Test
    void podsWithSpreadConstraintsAreIgnored() {
        hosts().objects(service("web", WEB))
                .schedule(web("p").spread(spread("kubernetes.io/hostname")))
                .skipsScore();
        hosts().scheduleWithoutPrePoints(web("p").spread(spread("kubernetes.io/hostname")))
                .skipsScore();
    }

    @Test
    void servicesThatComeAreNoticed() {
        PluginTester tester = hosts().running(web("r1").on("a"));
        tester.schedule(web("p")).scores("a", 100);
        tester.objects(service("web", WEB));
        tester.schedule(web("p")).scores("a", 0).scores("b", 100);
    }
}
