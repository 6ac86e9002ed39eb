package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.spi.Placement;
import dev.berth.spi.PreBind;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/// The node that preemption promises a pod: how long the promise stands, and what it is worth.
class PreemptorNominationScenarioTest {
    private static final Duration A_WHILE = Duration.ofSeconds(40);

    private static PodBuilder low(String name, String cpu) {
        return pod(name).cpu(cpu).priority(100).annotation("berth.dev/stop-seconds", "20").on("n1");
    }

    private static PodBuilder medium(String cpu) {
        return pod("medium").cpu(cpu).priority(200);
    }

    private static PodBuilder high(String cpu) {
        return pod("high").cpu(cpu).priority(300);
    }

    @Test
    void aHigherPreemptorOnTheSameNodeTakesTheNominationAway() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("5"))
                .running(low("a", "1"), low("b", "1"), low("c", "1"), low("d", "1"))
                .create(medium("3"))
                .untilQuiet()
                .expectNominated("medium", "n1")
                .create(high("4"))
                .untilQuiet()
                .expectNominated("high", "n1")
                .expectNominated("medium", "")
                .advance(A_WHILE)
                .expectGone("b", "c", "d")
                .expectScheduledOn("high", "n1")
                .expectNominated("medium", "")
                .expectIn("unschedulable", "medium")
                .expectAtRest()
                .expectNoPodForgotten();
    }

    @Test
    void aHigherPodThatNeedsNoVictimsGoesFirst() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("2"))
                .running(low("a", "1"))
                .create(medium("2"))
                .untilQuiet()
                .expectNominated("medium", "n1")
                .create(high("1"))
                .untilQuiet()
                .expectScheduledOn("high", "n1")
                .advance(A_WHILE)
                .expectGone("a")
                .expectNominated("medium", "")
                .expectIn("unschedulable", "medium")
                .expectAtRest()
                .expectNoPodForgotten();
    }

    @Test
    void aNominationEndsWithTheLastNode() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("1"))
                .running(low("a", "1"))
                .create(medium("1"))
                .untilQuiet()
                .expectNominated("medium", "n1")
                .deleteNode("n1")
                .delete("a")
                .advance(A_WHILE)
                .expectNominated("medium", "")
                .expectPending("medium", "no nodes available to schedule pods")
                .expectAtRest();
    }

    @Test
    void aNominationEndsWithItsNode() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("1"), node("tainted").cpu("1").taint("x", "y", "NoSchedule"))
                .running(low("a", "1"))
                .create(medium("1"))
                .untilQuiet()
                .expectNominated("medium", "n1")
                .deleteNode("n1")
                .delete("a")
                .advance(A_WHILE)
                .expectNominated("medium", "")
                .expectIn("unschedulable", "medium")
                .expectAtRest();
    }

    /// Turns back every pod but the low ones.
    private static final class TurningBack implements PreBind {
        @Override
        public Verdict preBind(Placement placement) {
            return placement.pod().name().equals("medium")
                    ? Reject.unschedulable("not yet")
                    : Verdict.PASS;
        }
    }

    @Test
    void aNominationEndsWithAFailedBinding() {
        Scenario.of(Profiles.with("TurningBack", new TurningBack()))
                .nodes(node("n1").cpu("1"))
                .running(low("a", "1"))
                .create(medium("1"))
                .untilQuiet()
                .expectNominated("medium", "n1")
                .delete("a")
                .untilQuiet()
                .expectNominated("medium", "")
                .expectPending("medium", "not yet")
                .expectIn("backoff", "medium")
                .expectAtRest();
    }

    @Test
    void theNominatedNodeIsTakenThoughAnotherIsBetter() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("1"), node("n2").cpu("16"))
                .create(high("500m").nominated("n1"))
                .untilQuiet()
                .expectScheduledOn("high", "n1")
                .expectNominated("high", "")
                .expectAtRest();
    }

    @Test
    void aNominatedNodeThatDoesNotPassIsPassedOver() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("1"), node("n2").cpu("1"))
                .running(low("a", "1"))
                .create(high("500m").nominated("n1"))
                .untilQuiet()
                .expectScheduledOn("high", "n2")
                .expectUntouched("a")
                .expectNominated("high", "")
                .expectAtRest();
    }

    @Test
    void thePreemptorTakesAnotherNodeThatBecomesFreeFirst() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("1"))
                .running(low("a", "1"))
                .create(medium("1"))
                .untilQuiet()
                .expectNominated("medium", "n1")
                .nodes(node("n2").cpu("1"))
                .advance(Duration.ofSeconds(3))
                .expectScheduledOn("medium", "n2")
                .advance(A_WHILE)
                .expectGone("a")
                .expectAtRest();
    }

    @Test
    void theNominationOutlivesTheGraceOfItsVictims() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").cpu("1"))
                        .running(low("a", "1"))
                        .create(medium("1"))
                        .create(pod("small").cpu("1").priority(200))
                        .untilQuiet()
                        .expectNominated("medium", "n1");
        for (int second = 0; second < 19; second++) {
            scenario.advance(Duration.ofSeconds(1))
                    .activate("medium", "small")
                    .untilQuiet()
                    .expectNominated("medium", "n1")
                    .expectIn("unschedulable", "medium", "small");
        }
        scenario.expectPending(
                        "medium",
                        "0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due"
                                + " to a terminating pod on the nominated node.")
                .advance(A_WHILE)
                .expectScheduledOn("medium", "n1")
                .expectIn("unschedulable", "small")
                .expectAtRest()
                .expectNoPodForgotten();
    }
}
