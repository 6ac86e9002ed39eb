package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Decision;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.util.List;

/// Profiles that run the remaining filters on a rejected node, too.
class AllFiltersScenarioTest {
    private static ProfileSpec dryRun() {
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        return profile.checkAllFilters(true).build();
    }

    @Test
    void allReasonsOfANodeAreReported() {
        Scenario.of(dryRun())
                .nodes(
                        node("n1").cpu("1").taint("old", "", "NoSchedule"),
                        node("n2").cpu("1"),
                        node("n3").cpu("4").cordoned())
                .create(pod("web").cpu("2"))
                .untilQuiet()
                .expectPending(
                        "web",
                        "0/3 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s)"
                                + " were unschedulable, 2 Insufficient cpu."
                                + " preemption: 0/3 nodes are available: 3 Preemption is"
                                + " not helpful for scheduling.");
    }

    @Test
    void whatIsMissingOnAllCountsHelpsOnceAllOfItIsThere() {
        Scenario.of(dryRun())
                .nodes(node("n1").cpu("1").taint("old", "", "NoSchedule"))
                .create(pod("web").cpu("2"))
                .untilQuiet()
                .update(node("n1").cpu("4").taint("old", "", "NoSchedule"))
                .untilQuiet()
                .expectPending(
                        "web",
                        "0/1 nodes are available: 1 node(s) had untolerated taint(s)."
                                + " preemption: 0/1 nodes are available: 1"
                                + " Preemption is not helpful for scheduling.");
    }

    @Test
    void allFiltersAndFirstRejectionChooseTheSameNodes() {
        Scenario scenario =
                Scenario.of(dryRun())
                        .nodes(
                                node("n1").cpu("1").taint("old", "", "NoSchedule"),
                                node("n2").cpu("4"),
                                node("n3").cpu("1"))
                        .create(pod("web").cpu("2"))
                        .untilQuiet()
                        .expectScheduledOn("web", "n2");
        assertThat(scenario.decisions().getLast().rejected())
                .extracting(Decision.RejectedNodes::plugin, Decision.RejectedNodes::reasons)
                .containsExactly(
                        tuple(
                                "TaintToleration",
                                List.of("node(s) had untolerated taint(s)", "Insufficient cpu")),
                        tuple("NodeResourcesFit", List.of("Insufficient cpu")));
    }
}
