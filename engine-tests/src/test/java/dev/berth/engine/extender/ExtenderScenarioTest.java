package dev.berth.engine.extender;

import static dev.berth.engine.extender.ScriptedExtender.ignorable;
import static dev.berth.engine.extender.ScriptedExtender.managing;
import static dev.berth.engine.extender.ScriptedExtender.spec;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.scenario.Profiles;
import dev.berth.model.Encoder;
import dev.berth.model.json.Json;
import dev.berth.spi.Filter;
import dev.berth.spi.Nomination;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/// Extenders take part in scheduling, and pods that they are not interested in are not affected.
class ExtenderScenarioTest {
    private static final Duration A_WHILE = Duration.ofSeconds(30);

    private final ShortTimeout timeout = new ShortTimeout();

    private Scenario cluster(ScriptedExtender... extenders) {
        return cluster(DefaultProfile.spec(), extenders);
    }

    private Scenario cluster(ProfileSpec profile, ScriptedExtender... extenders) {
        return Scenario.of(builder ->
                builder.profile(profile).extenders(List.of(extenders)).executor(timeout));
    }

    @Test
    void aNodeThatAnExtenderRefusesIsNotTaken() {
        var extender = new ScriptedExtender(spec("one", "filter"));
        extender.failed.put("big", "no licence");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("big").cpu("64"), node("small").cpu("4"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectScheduledOn("web", "small")
                    .expectAtRest();
        }
        assertThat(extender.calls).containsExactly("filter web [big, small]");
    }

    @Test
    void aPodRejectedByAllExtendersHasAReasonAndWaitsForAnyEvent() {
        var extender = new ScriptedExtender(spec("one", "filter"));
        extender.failed.put("n1", "no licence");
        extender.unresolvable.put("n2", "wrong rack");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectPending(
                            "web",
                            "0/2 nodes are available: 1 no licence, 1 wrong rack. preemption: 0/2"
                                + " nodes are available: 1 No preemption victims found for incoming"
                                + " pod, 1 Preemption is not helpful for scheduling.")
                    .expectUnschedulableBy("web", "Extender")
                    .nodes(node("n3").cpu("4"))
                    .advance(A_WHILE)
                    .expectScheduledOn("web", "n3");
        }
    }

    @Test
    void extendersFilterOneAfterTheOtherAndIgnorableOnesLast() {
        var lenient = new ScriptedExtender(ignorable(spec("lenient", "filter")));
        var first = new ScriptedExtender(spec("first", "filter"));
        first.failed.put("n1", "no");
        lenient.failed.put("n2", "no");
        try (var scenario = cluster(lenient, first)) {
            scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4"), node("n3").cpu("4"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectScheduledOn("web", "n3");
        }
        assertThat(first.calls).containsExactly("filter web [n1, n2, n3]");
        assertThat(lenient.calls).containsExactly("filter web [n2, n3]");
    }

    @Test
    void whatAnExtenderLikesIsAddedToTheScores() {
        var extender = new ScriptedExtender(spec("one", "prioritize"));
        extender.scores.put("full", 10L);
        extender.scores.put("unheard of", 10L);
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("full").cpu("4"), node("empty").cpu("4"))
                    .running(pod("old").cpu("3").on("full"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectScheduledOn("web", "full");
        }
        assertThat(extender.calls).containsExactly("prioritize web [empty, full]");
    }

    @Test
    void aProfileWithoutScoresGoesByWhatAnExtenderLikes() {
        ProfileSpec profile = Profiles.only(List.of("NodeName"));
        var extender = new ScriptedExtender(spec("one", "prioritize"));
        extender.scores.put("n7", 1L);
        try (var scenario = cluster(profile, extender)) {
            for (int i = 0; i < 10; i++) {
                scenario.nodes(node("n" + i).cpu("4"));
            }
            scenario.create(pod("a").cpu("1"), pod("b").cpu("1"))
                    .untilQuiet()
                    .expectScheduledOn("a", "n7")
                    .expectScheduledOn("b", "n7");
        }
    }

    @Test
    void aSingleFeasibleNodeIsTakenWithoutPrioritize() {
        var extender = new ScriptedExtender(spec("one", "filter", "prioritize"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("4"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectScheduledOn("web", "n1");
        }
        assertThat(extender.calls).containsExactly("filter web [n1]");
    }

    @Test
    void anExtenderThatFailsCostsItsOwnPodsAnErrorAndNoOthersAnything() {
        var extender = new ScriptedExtender(managing(spec("one", "filter"), "example.com/fpga"));
        extender.error = "out of order";
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("4").resource("example.com/fpga", "2"))
                    .create(
                            pod("special").cpu("1").request("example.com/fpga", "1"),
                            pod("plain").cpu("1"))
                    .untilQuiet()
                    .expectScheduled("plain");
            assertThat(scenario.pending("special").consecutiveErrors()).isPositive();
            extender.error = "";
            scenario.advance(A_WHILE).expectScheduledOn("special", "n1").expectAtRest();
        }
    }

    @Test
    void anExtenderThatMayBeIgnoredIsPassedOverWhenItFails() {
        var extender = new ScriptedExtender(ignorable(spec("one", "filter", "prioritize")));
        extender.error = "out of order";
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectScheduled("web");
        }
        assertThat(extender.calls)
                .containsExactly("filter web [n1, n2]", "prioritize web [n1, n2]");
    }

    @Test
    void anExtenderThatNamesUnrequestedNodesFails() {
        var extender = new ScriptedExtender(spec("one", "filter"));
        extender.strangers.add("small");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("big").cpu("4"), node("small").cpu("1"))
                    .create(pod("web").cpu("2"))
                    .untilQuiet();
            assertThat(scenario.pending("web").consecutiveErrors()).isPositive();
        }
    }

    @Test
    void whileAnExtenderTakesItsTimeOtherPodsAreScheduled() {
        var extender = new ScriptedExtender(managing(spec("slow", "filter"), "example.com/fpga"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("8").resource("example.com/fpga", "4"));
            timeout.hold();
            scenario.create(
                            pod("first").cpu("1").request("example.com/fpga", "1"),
                            pod("second").cpu("1").request("example.com/fpga", "1"))
                    .create(pod("plain").cpu("1"), pod("another").cpu("1"))
                    .untilQuiet()
                    .expectScheduled("plain", "another");
            assertThat(timeout.waiting()).as("one at a time").isEqualTo(1);
            assertThat(extender.calls).isEmpty();
            timeout.answerOne();
            scenario.untilQuiet().expectScheduled("first");
            assertThat(timeout.waiting()).isEqualTo(1);
            timeout.answerOne();
            scenario.untilQuiet().expectScheduled("second").expectAtRest();
        }
    }

    @Test
    void theMostImportantPodIsNextWhenAnExtenderIsFree() {
        var extender = new ScriptedExtender(spec("slow", "filter"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("8"));
            timeout.hold();
            scenario.create(pod("first").cpu("1"))
                    .untilQuiet()
                    .create(pod("low").cpu("1"))
                    .create(pod("high").cpu("1").priority(10))
                    .untilQuiet();
            timeout.answerOne();
            scenario.untilQuiet();
            timeout.answerOne();
            scenario.untilQuiet();
            assertThat(extender.calls).containsExactly("filter first [n1]", "filter high [n1]");
        }
    }

    @Test
    void capacityThatWasTakenMeanwhileIsNotGivenTwice() {
        var extender = new ScriptedExtender(managing(spec("slow", "filter"), "example.com/fpga"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(
                    node("n1").cpu("2").resource("example.com/fpga", "4"),
                    node("n2").cpu("2").resource("example.com/fpga", "4").label("big", "no"));
            extender.failed.put("n2", "not this one");
            timeout.hold();
            scenario.create(pod("special").cpu("2").request("example.com/fpga", "1"))
                    .untilQuiet()
                    .create(pod("plain").cpu("1").nodeSelector("kubernetes.io/hostname", "n1"))
                    .untilQuiet()
                    .expectScheduledOn("plain", "n1");
            extender.failed.clear();
            extender.failed.put("n2", "not this one");
            timeout.answerOne();
            scenario.untilQuiet();
            assertThat(timeout.waiting()).as("asked again").isEqualTo(1);
            extender.failed.clear();
            timeout.answerOne();
            scenario.untilQuiet().expectScheduledOn("special", "n2").expectAtRest();
        }
        assertThat(extender.calls)
                .containsExactly("filter special [n1, n2]", "filter special [n2]");
    }

    @Test
    void aPodThatIsDeletedWhileAnExtenderThinksLeavesNothingBehind() {
        var extender = new ScriptedExtender(spec("slow", "filter"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2"));
            timeout.hold();
            scenario.create(pod("gone").cpu("2")).untilQuiet().delete("gone");
            scenario.create(pod("next").cpu("2")).untilQuiet();
            timeout.answerOne();
            scenario.untilQuiet();
            timeout.answerOne();
            scenario.untilQuiet().expectScheduledOn("next", "n1").expectAtRest();
        }
    }

    @Test
    void anEventThatComesWhileAnExtenderThinksIsNotMissed() {
        var extender = new ScriptedExtender(spec("slow", "filter"));
        extender.failed.put("n1", "no licence");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2"));
            timeout.hold();
            scenario.create(pod("web").cpu("1"))
                    .untilQuiet()
                    .nodes(node("n2").cpu("2"))
                    .untilQuiet();
            timeout.answerOne();
            scenario.advance(A_WHILE);
            timeout.answerOne();
            scenario.advance(A_WHILE).expectScheduledOn("web", "n2").expectAtRest();
        }
    }

    @Test
    void extendersAreFirstCalledWithTheNominatedNodeAlone() {
        var extender = new ScriptedExtender(spec("one", "filter"));
        extender.failed.put("n2", "no");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4"))
                    .create(pod("kept").cpu("1").nominated("n1"))
                    .untilQuiet()
                    .expectScheduledOn("kept", "n1")
                    .create(pod("moved").cpu("1").nominated("n2"))
                    .untilQuiet()
                    .expectScheduledOn("moved", "n1");
        }
        assertThat(extender.calls)
                .containsExactly("filter kept [n1]", "filter moved [n2]", "filter moved [n1, n2]");
    }

    @Test
    void anExtenderThatBindsDoesItInsteadOfThePlugins() {
        var extender = new ScriptedExtender(spec("one", "bind"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("4")).create(pod("web").cpu("1")).untilQuiet();
        }
        assertThat(extender.calls).containsExactly("bind web n1");
    }

    @Test
    void aBindThatAnExtenderOnlyClaimsIsUndoneWhenTheServerKnowsNothingOfIt() {
        var extender = new ScriptedExtender(managing(spec("liar", "bind"), "example.com/fpga"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2").resource("example.com/fpga", "1"))
                    .create(pod("claimed").cpu("2").request("example.com/fpga", "1"))
                    .untilQuiet()
                    .create(pod("plain").cpu("1"))
                    .untilQuiet()
                    .expectIn("unschedulable", "plain")
                    .advance(Duration.ofSeconds(31))
                    .expectPending(
                            "claimed",
                            "extender http://liar reported the pod as bound, but it is not bound")
                    .expectScheduledOn("plain", "n1");
        }
    }

    @Test
    void aBindThatAnExtenderFailsIsUndoneAndTriedAgain() {
        var extender = new ScriptedExtender(spec("one", "bind"));
        extender.error = "out of order";
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("1"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectPending("web", "out of order");
        }
        assertThat(extender.calls).contains("bind web n1");
    }

    @Test
    void aBindThatAnIgnorableExtenderFailsIsDoneByThePlugins() {
        var extender = new ScriptedExtender(ignorable(spec("one", "bind")));
        extender.error = "out of order";
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("1"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectScheduledOn("web", "n1");
        }
    }

    @Test
    void anExtenderMayForbidEvictionsOnANode() {
        var extender = new ScriptedExtender(spec("one", "preempt"));
        extender.keptFromEviction.add("n1");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2"), node("n2").cpu("2"))
                    .running(
                            pod("cheap").cpu("2").priority(1).on("n1"),
                            pod("dear").cpu("2").priority(5).on("n2"))
                    .create(pod("urgent").cpu("2").priority(10))
                    .advance(A_WHILE)
                    .expectScheduledOn("urgent", "n2")
                    .expectPreempted("dear")
                    .expectUntouched("cheap");
        }
        assertThat(extender.calls).containsExactly("preempt urgent [n1, n2]");
    }

    @Test
    void anExtenderThatForbidsAllVictimsPreventsPreemption() {
        var extender = new ScriptedExtender(spec("one", "preempt"));
        extender.keptFromEviction.add("n1");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2"))
                    .running(pod("low").cpu("2").priority(1).on("n1"))
                    .create(pod("urgent").cpu("2").priority(10))
                    .untilQuiet()
                    .expectUntouched("low")
                    .expectIn("unschedulable", "urgent");
        }
    }

    @Test
    void anExtenderThatNamesAnUnknownVictimEvictsNoPod() {
        var extender = new ScriptedExtender(spec("one", "preempt"));
        extender.victims.put("n1", List.of("nobody"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2"))
                    .running(pod("low").cpu("2").priority(1).on("n1"))
                    .create(pod("urgent").cpu("2").priority(10))
                    .untilQuiet()
                    .expectUntouched("low");
            assertThat(scenario.pending("urgent").rejectedBy()).contains("NodeResourcesFit");
        }
    }

    @Test
    void anExtenderIsSentThePodWhole() {
        var extender = new ScriptedExtender(spec("one", "filter"));
        try (var scenario = cluster(extender)) {
            Json.Obj web = Encoder.pod(pod("web").cpu("1").build());
            Json.Obj named =
                    web.withAt(List.of("spec", "hostname"), new Json.Str("web-host"))
                            .withoutAt("metadata", "uid");
            scenario.nodes(node("n1").cpu("4")).create(named).untilQuiet();
            scenario.expectScheduled("web");
        }
        assertThat(extender.pods.getFirst().at("spec", "hostname"))
                .contains(new Json.Str("web-host"));
    }

    /// Filters nodes with a verdict that the test can change.
    private static final class Moody implements Filter {
        private PreFilterResult variant = PreFilterResult.SKIP;
        private boolean throwing;

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            if (throwing) {
                throw new IllegalStateException("moody");
            }
            return variant;
        }
    }

    @Test
    void aPluginThatFailsAfterExtendersWereCalledAboutPreemptionFailsOnlyTheAttempt() {
        var moody = new Moody();
        var extender = new ScriptedExtender(spec("one", "preempt"));
        extender.meanwhile = () -> moody.throwing = true;
        try (var scenario = cluster(Profiles.with("Moody", moody), extender)) {
            scenario.nodes(node("n1").cpu("2"))
                    .running(pod("low").cpu("2").priority(1).on("n1"))
                    .create(pod("urgent").cpu("2").priority(10))
                    .untilQuiet()
                    .expectUntouched("low");
            assertThat(scenario.pending("urgent").queue()).isNotEqualTo("inflight");
            extender.meanwhile = () -> {};
            moody.throwing = false;
            scenario.delete("low")
                    .advance(A_WHILE)
                    .expectScheduledOn("urgent", "n1")
                    .expectAtRest();
        }
    }

    @Test
    void noPodIsEvictedForAPodRejectedBeforeExtendersAnswer() {
        var moody = new Moody();
        var extender = new ScriptedExtender(spec("one", "preempt"));
        extender.meanwhile =
                () ->
                        moody.variant =
                                PreFilterResult.rejectPod(Reject.unresolvable("gone meanwhile"));
        try (var scenario = cluster(Profiles.with("Moody", moody), extender)) {
            scenario.nodes(node("n1").cpu("2"))
                    .running(pod("low").cpu("2").priority(1).on("n1"))
                    .create(pod("urgent").cpu("2").priority(10))
                    .untilQuiet()
                    .expectUntouched("low")
                    .expectIn("unschedulable", "urgent");
        }
    }

    @Test
    void aPluginMayCallExtendersThoughNoneIsInterested() {
        PostFilter consulting =
                (cycle, diagnosis) ->
                        new PostFilterVerdict.CallExtenders(
                                List.of(),
                                plans ->
                                        new PostFilterVerdict.Failure(
                                                Reject.unschedulable("asked in vain"),
                                                Nomination.KEEP));
        var extender = new ScriptedExtender(managing(spec("slow", "filter"), "example.com/fpga"));
        try (var scenario = cluster(Profiles.with("Consulting", consulting), extender)) {
            scenario.nodes(node("n1").cpu("2").resource("example.com/fpga", "1"));
            timeout.hold();
            scenario.create(pod("special").cpu("1").request("example.com/fpga", "1"))
                    .untilQuiet()
                    .create(pod("huge").cpu("9"))
                    .untilQuiet()
                    .expectIn("unschedulable", "huge");
            timeout.answerOne();
            scenario.untilQuiet().expectScheduledOn("special", "n1");
        }
    }

    @Test
    void anExtenderThatBreaksDownAltogetherIsOneThatFails() {
        var extender = new ScriptedExtender(spec("one", "filter", "prioritize"));
        extender.meanwhile =
                () -> {
                    throw new OutOfMemoryError("of its answer");
                };
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4"))
                    .create(pod("web").cpu("1"))
                    .untilQuiet();
            assertThat(scenario.pending("web").consecutiveErrors()).isPositive();
            extender.meanwhile = () -> {};
            scenario.advance(A_WHILE).expectScheduled("web").expectAtRest();
        }
    }

    /// Passes all nodes at first, and none after the extenders have responded.
    private static final class Fickle implements Filter {
        private int calls;

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return cycle.pod().name().equals("unlucky") && calls++ % 2 == 1
                    ? PreFilterResult.of(node -> Reject.unschedulable("not now"))
                    : PreFilterResult.SKIP;
        }
    }

    @Test
    void anAttemptThatIsOutdatedAgainAndAgainLetsOtherPodsGoFirst() {
        var extender = new ScriptedExtender(spec("one", "filter"));
        try (var scenario = cluster(Profiles.with("Fickle", new Fickle()), extender)) {
            scenario.nodes(node("n1").cpu("4"))
                    .create(pod("unlucky").cpu("1").priority(5))
                    .create(pod("other").cpu("1"))
                    .untilQuiet()
                    .expectScheduledOn("other", "n1");
            assertThat(scenario.pending("unlucky").consecutiveErrors()).isPositive();
        }
        assertThat(extender.calls.subList(0, 5))
                .containsExactly(
                        "filter unlucky [n1]",
                        "filter unlucky [n1]",
                        "filter unlucky [n1]",
                        "filter unlucky [n1]",
                        "filter other [n1]");
    }

    @Test
    void aBindWithoutAnAnswerIsReadFromTheServer() {
        var extender = new ScriptedExtender(ignorable(spec("one", "bind")));
        extender.unanswered = true;
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("1")).create(pod("web").cpu("1")).untilQuiet();
            assertThat(scenario.pending("web").consecutiveErrors()).isPositive();
        }
        assertThat(extender.calls).as("not bound a second way").containsOnly("bind web n1");
    }

    @Test
    void victimsThatAnIgnorableExtenderMakesUpArePassedOver() {
        var extender = new ScriptedExtender(ignorable(spec("one", "preempt")));
        extender.victims.put("n1", List.of("nobody"));
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2"))
                    .running(pod("low").cpu("2").priority(1).on("n1"))
                    .create(pod("urgent").cpu("2").priority(10))
                    .advance(A_WHILE)
                    .expectPreempted("low")
                    .expectScheduledOn("urgent", "n1");
        }
    }

    @Test
    void aMessageReportsThatExtendersAcceptedNoCandidate() {
        var extender = new ScriptedExtender(spec("one", "preempt"));
        extender.keptFromEviction.add("n1");
        try (var scenario = cluster(extender)) {
            scenario.nodes(node("n1").cpu("2"))
                    .running(pod("low").cpu("2").priority(1).on("n1"))
                    .create(pod("urgent").cpu("2").priority(10))
                    .untilQuiet()
                    .expectPending(
                            "urgent",
                            "0/1 nodes are available: 1 Insufficient cpu."
                                    + " preemption: no candidate node for preemption");
        }
    }
}
