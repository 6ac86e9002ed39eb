package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.nodes;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.view.Decision;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.SpreadConstraint;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Stories of a whole cluster: server, scheduler and kubelets.
class SchedulingScenarioTest {
    @Test
    void podsSpreadOverEmptyNodes() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(nodes("n", 3))
                        .create(pods("web", 3).stream().map(p -> p.cpu("1").memory("1Gi")).toList())
                        .untilQuiet()
                        .expectScheduled("web-0", "web-1", "web-2")
                        .expectEvent("Scheduled");
        assertThat(
                        java.util.stream.Stream.of("web-0", "web-1", "web-2")
                                .map(name -> scenario.pod(name).spec().nodeName()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aPodWaitsUntilCapacityIsFreed() {
        // snippet: scenario
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("4"))
                .running(pod("old").cpu("3").on("n1"))
                .create(pod("new").cpu("2"))
                .untilQuiet()
                .expectPending(
                        "new",
                        "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are"
                                + " available: 1 No preemption victims found for incoming pod.")
                .expectEvent("FailedScheduling")
                .delete("old")
                .untilQuiet()
                .expectScheduledOn("new", "n1");
        // end
    }

    @Test
    void aFinishedPodReleasesItsResources() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("1"))
                .create(pod("job").cpu("1").annotation("berth.dev/run-seconds", "30"))
                .untilQuiet()
                .create(pod("next").cpu("1"))
                .untilQuiet()
                .expectPending(
                        "next",
                        "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are"
                                + " available: 1 No preemption victims found for incoming pod.")
                .advance(Duration.ofSeconds(60))
                .expectScheduled("next");
    }

    @Test
    void aNewNodeTakesWaitingPods() {
        Scenario.of(Profiles.inTree())
                .create(pod("web"))
                .untilQuiet()
                .expectPending("web", "no nodes available to schedule pods")
                .nodes(node("n1"))
                .advance(Duration.ofSeconds(3))
                .expectScheduledOn("web", "n1");
    }

    @Test
    void aCordonedNodeIsLeftAlone() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cordoned(), node("n2"))
                .create(pod("web"))
                .untilQuiet()
                .expectScheduledOn("web", "n2");
    }

    @Test
    void aDecisionNamesWinnerRunnerUpAndRejections() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(
                                node("big").cpu("8"),
                                node("small").cpu("2"),
                                node("shut").cordoned())
                        .create(pod("web").cpu("1").memory("1Gi"))
                        .untilQuiet();
        Decision decision = scenario.decisions().getFirst();
        var placed = (Decision.Placed) decision.outcome();
        assertThat(placed.node()).isEqualTo("big");
        assertThat(placed.winner().scores())
                .extracting(Decision.PluginScore::plugin)
                .containsExactly(
                        "TaintToleration",
                        "NodeResourcesFit",
                        "VolumeBinding",
                        "DynamicResources",
                        "NodeResourcesBalancedAllocation",
                        "ImageLocality");
        assertThat(placed.runnerUp().orElseThrow().node()).isEqualTo("small");
        assertThat(placed.winner().total()).isGreaterThan(placed.runnerUp().orElseThrow().total());
        assertThat(decision.rejected())
                .containsExactly(
                        new Decision.RejectedNodes(
                                "NodeUnschedulable",
                                "UnschedulableAndUnresolvable",
                                java.util.List.of("node(s) were unschedulable"),
                                1));
        assertThat(decision.feasible()).isEqualTo(2);
        assertThat(decision.nodes()).isEqualTo(3);
    }

    @Test
    void anExpectationThatDoesNotHoldFails() {
        var scenario = Scenario.of(Profiles.inTree()).create(pod("web")).untilQuiet();
        assertThatThrownBy(() -> scenario.expectScheduled("web"))
                .hasMessage("web is not scheduled: no nodes available to schedule pods");
    }

    @Test
    void anExpectationCanWaitOnVirtualTime() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").cpu("4"))
                        .running(pod("old").cpu("4").on("n1").graceSeconds(20))
                        .create(pod("new").cpu("4"))
                        .untilQuiet()
                        .evict("old");

        scenario.eventually(Duration.ofMinutes(1), it -> it.expectScheduledOn("new", "n1"));
        assertThatThrownBy(() ->
                        scenario.eventually(
                                Duration.ofSeconds(1), it -> it.expectScheduledOn("new", "n2")))
                .hasMessageStartingWith("new is on 'n1', not on 'n2'");
    }

    @Test
    void theLargestSkewIsNeverExceeded() {
        var constraint =
                new SpreadConstraint(
                        Integer.MAX_VALUE,
                        "rack",
                        SpreadConstraint.DO_NOT_SCHEDULE,
                        Optional.of(new LabelSelector(Labels.of("app", "db"), List.of())),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of());
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").label("rack", "a"))
                .running(pod("db").label("app", "db").on("n1"))
                .create(pod("web").spread(constraint))
                .untilQuiet()
                .expectScheduledOn("web", "n1");
    }
}
