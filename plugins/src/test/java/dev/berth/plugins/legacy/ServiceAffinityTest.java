package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.service;
import static dev.berth.testkit.PluginTester.Step.comes;
import static dev.berth.testkit.PluginTester.Step.goes;

import dev.berth.model.Labels;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.util.List;

class ServiceAffinityTest {
    private static final String MISMATCH = "node(s) didn't match service affinity";
    private static final Labels WEB = Labels.of("app", "web");

    private static PodBuilder web(String name) {
        return pod(name).label("app", "web");
    }

    /// Two regions; a1 and a2 are in different zones of the first.
    private static PluginTester affine(String... labels) {
        return regions(new ServiceAffinityArgs(List.of(labels), List.of()));
    }

    private static PluginTester spreading(String... labels) {
        return regions(new ServiceAffinityArgs(List.of(), List.of(labels)));
    }

    private static PluginTester regions(ServiceAffinityArgs args) {
        return Old.plugin("ServiceAffinity", args)
                .nodes(
                        node("a1").label("region", "a").label("zone", "1"),
                        node("a2").label("region", "a").label("zone", "2"),
                        node("b1").label("region", "b").label("zone", "1"),
                        node("none"));
    }

    @Test
    void aServiceStaysWhereItsFirstPodRuns() {
        affine("region")
                .objects(service("web", WEB))
                .running(web("r").on("a1"))
                .schedule(web("p"))
                .passes("a1", "a2")
                .rejects("b1", MISMATCH)
                .rejectsUnschedulable("b1")
                .rejects("none", MISMATCH)
                .skipsScore();
    }

    @Test
    void allLabelsMustAgree() {
        affine("region", "zone")
                .objects(service("web", WEB))
                .running(web("r").on("a2"))
                .schedule(web("p"))
                .passes("a2")
                .rejects("a1", MISMATCH)
                .rejects("b1", MISMATCH)
                .rejects("none", MISMATCH);
    }

    @Test
    void theNodeSelectorComesFirstAndPodsFillInTheRest() {
        affine("region", "zone")
                .objects(service("web", WEB))
                .running(web("r").on("a1"))
                .schedule(web("p").nodeSelector("region", "b").nodeSelector("disk", "ssd"))
                .passes("b1")
                .rejects("a1", MISMATCH)
                .rejects("a2", MISMATCH);
        affine("region").schedule(pod("p").nodeSelector("region", "c")).rejects("a1", MISMATCH);
    }

    @Test
    void aLabelThatTheOtherNodeLacksDoesNotCount() {
        affine("region", "rack")
                .objects(service("web", WEB))
                .running(web("r").on("a1"))
                .schedule(web("p"))
                .passes("a1", "a2")
                .rejects("b1", MISMATCH);
        affine("region")
                .objects(service("web", WEB))
                .running(web("r").on("none"))
                .schedule(web("p"))
                .passes("a1", "a2", "b1", "none");
    }

    @Test
    void withoutAServiceNoPodIsRead() {
        affine("region").running(web("r").on("a1")).schedule(web("p")).skipsFilter();
        affine("region")
                .objects(service("other", Labels.of("app", "db")), service("headless", Labels.NONE))
                .running(web("r").on("a1"))
                .schedule(web("p"))
                .skipsFilter();
        affine().objects(service("web", WEB)).schedule(web("p")).skipsFilter();
    }

    @Test
    void onlyPodsOfTheNamespaceWithAllLabelsOfThePodCount() {
        PluginTester tester =
                affine("region")
                        .objects(service("web", WEB))
                        .running(
                                web("elsewhere").namespace("other").on("a1"),
                                pod("db").label("app", "db").on("a1"));
        tester.schedule(web("p")).passes("a1", "a2", "b1", "none");
        tester.running(web("more").label("tier", "front").on("b1"));
        tester.schedule(web("p")).passes("b1").rejects("a1", MISMATCH);
        tester.schedule(web("p").label("tier", "back")).passes("a1", "b1");
    }

    @Test
    void podsGoingAwayStillHoldTheService() {
        affine("region")
                .objects(service("web", WEB))
                .running(web("r").on("a1").terminating())
                .schedule(web("p"))
                .rejects("b1", MISMATCH);
    }

    @Test
    void servicesThatComeAndGoAreNoticed() {
        PluginTester tester = affine("region").running(web("r").on("a1"));
        tester.schedule(web("p")).skipsFilter();
        tester.objects(service("web", WEB));
        tester.schedule(web("p")).rejects("b1", MISMATCH);
        tester.objects(service("web", Labels.of("app", "db")));
        tester.schedule(web("p")).skipsFilter();
        tester.objects(service("web", WEB));
        tester.schedule(web("p")).rejects("b1", MISMATCH);
        tester.removed(service("web", WEB));
        tester.schedule(web("p")).skipsFilter();
    }

    @Test
    void evictionsFreeTheServiceOnceAllItsPodsAreGone() {
        PluginTester tester =
                affine("region")
                        .objects(service("web", WEB))
                        .running(web("one").on("a1"), web("two").on("a1"));
        tester.whatIf(web("p"), goes(web("one").on("a1"))).rejects("b1", MISMATCH);
        tester.whatIf(web("p"), goes(web("one").on("a1")), goes(web("two").on("a1")))
                .passes("a1", "b1", "none");
        tester.whatIf(
                        web("p"),
                        goes(web("one").on("a1")),
                        goes(web("two").on("a1")),
                        comes(web("two").on("a1")))
                .rejects("b1", MISMATCH)
                .passes("a1", "a2");
        tester.whatIf(web("p"), goes(pod("other").label("app", "db").on("a1")))
                .rejects("b1", MISMATCH);
    }

    @Test
    void aPodThatIsPutBackComesBehindTheOthers() {
        PluginTester tester =
                affine("region")
                        .objects(service("web", WEB))
                        .running(web("one").on("a1"), web("two").on("b1"));
        tester.schedule(web("p")).passes("a1").rejects("b1", MISMATCH);
        tester.whatIf(web("p"), goes(web("one").on("a1")), comes(web("one").on("a1")))
                .passes("b1")
                .rejects("a1", MISMATCH);
        tester.whatIf(
                        web("p"),
                        goes(web("one").on("a1")),
                        comes(web("one").on("a1")),
                        goes(web("two").on("b1")),
                        goes(web("one").on("a1")))
                .passes("a1", "b1", "none");
    }

    @Test
    void aNominatedPodCountsWhereItIsNominated() {
        affine("region")
                .objects(service("web", WEB))
                .whatIf(web("p"), comes(web("nominated").on("b1")))
                .passes("b1")
                .rejects("a1", MISMATCH);
    }

    @Test
    void nodesWhoseValueHasFewerPodsOfTheServiceAreBetter() {
        spreading("zone")
                .objects(service("web", WEB))
                .running(web("r1").on("a1"), web("r2").on("b1"), web("r3").on("a2"))
                .schedule(web("p"))
                .skipsFilter()
                .scores("a1", 33)
                .scores("b1", 33)
                .scores("a2", 66)
                .scores("none", 0);
    }

    @Test
    void podsOnNodesWithoutTheLabelCountForTheTotal() {
        spreading("zone")
                .objects(service("web", WEB))
                .running(web("r1").on("a1"), web("r2").on("none"))
                .schedule(web("p"))
                .scores("a1", 50)
                .scores("b1", 50)
                .scores("a2", 100)
                .scores("none", 0);
    }

    @Test
    void severalLabelsHaveEqualShares() {
        spreading("zone", "region")
                .objects(service("web", WEB))
                .running(web("r1").on("a1"), web("r2").on("a2"), web("r3").on("a2"))
                .schedule(web("p"))
                .scores("a1", 33)
                .scores("a2", 16)
                .scores("b1", 83)
                .scores("none", 0);
    }

    @Test
    void withoutPodsOfTheServiceEveryLabeledNodeIsBest() {
        spreading("zone")
                .running(web("r").on("a1"))
                .schedule(web("p"))
                .scores("a1", 100)
                .scores("b1", 100)
                .scores("none", 0);
        spreading("zone")
                .objects(service("web", WEB))
                .running(
                        web("leaving").on("a1").terminating(),
                        web("elsewhere").namespace("other").on("a1"))
                .schedule(web("p"))
                .scores("a1", 100)
                .scores("a2", 100);
        spreading("region", "rack").schedule(web("p")).scores("a1", 50).scores("none", 0);
    }

    @Test
    void ofSeveralServicesTheFirstByNameCounts() {
        spreading("region")
                .objects(service("z", Labels.of("tier", "front")), service("a", WEB))
                .running(
                        web("r1").on("a1"),
                        pod("r2").label("tier", "front").on("b1"),
                        pod("r3").label("tier", "front").on("b1"))
                .schedule(web("p").label("tier", "front"))
                .scores("a1", 0)
                .scores("b1", 100);
    }
}
