package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.FeatureGates;
import dev.berth.engine.port.Message;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.view.Decision;
import dev.berth.model.Condition;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Filter;
import dev.berth.spi.Nomination;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// The eviction of victims, call by call, and the preemptor meanwhile.
class EvictionsTest {
    private static final String HIGH = "default/high";
    private static final String NO_CAPACITY = "0/1 nodes are available: 1 Insufficient cpu.";
    private static final String WAITS =
            NO_CAPACITY
                    + " preemption: not eligible due to a terminating"
                    + " pod on the nominated node.";
    private static final WriteOutcome BROKEN = new WriteOutcome.Refused(500, "broken");
    private static final WriteOutcome ABSENT = new WriteOutcome.Refused(404, "not found");
    private static final WriteOutcome ANOTHER = new WriteOutcome.Refused(409, "another by now");
    private static final WriteOutcome NO_ANSWER = new WriteOutcome.Unknown("timed out");

    /// Runs on `n1` with half of its cpu.
    private static PodBuilder low(String name) {
        return pod(name).cpu("2").priority(1).started(100).on("n1");
    }

    /// Requests all CPU of a node.
    private static PodBuilder high() {
        return pod("high").cpu("4").priority(10);
    }

    /// A node that `a` and `b` fill.
    private static Rig full(Rig rig) {
        return rig.nodes(node("n1")).pods(low("a"), low("b"));
    }

    private static Rig full() {
        return full(Rig.plain());
    }

    private static boolean deletes(Write write) {
        return write instanceof Write.DeletePod;
    }

    private static boolean marks(Write write) {
        return write instanceof Write.PatchPodStatus patch
                && patch.condition().filter(c -> c.type().equals("DisruptionTarget")).isPresent();
    }

    /// An event that requeues pods that wait for CPU, although it frees none.
    private static void wakeUp(Rig rig) {
        rig.pods(pod("elsewhere").cpu("1").on("gone")).gone("default/elsewhere");
    }

    /// The calls for victims, in short.
    private static List<String> calls(Rig rig) {
        return rig.api.said().stream()
                .filter(each -> each.contains("DisruptionTarget") || each.startsWith("delete"))
                .toList();
    }

    private static String message(Rig rig) {
        return ((Decision.Unschedulable) rig.lastDecision().outcome()).message();
    }

    private static int attempts(Rig rig) {
        return rig.queued(HIGH).attempts();
    }

    private static boolean delayed(Rig rig) {
        return rig.queued(HIGH).gatingPlugin().equals("DefaultPreemption");
    }

    private static void expectPlaced(Rig rig) {
        assertThat(rig.api.bound).containsEntry(HIGH, "n1");
        assertThat(rig.loop().state().nominations().all()).isEmpty();
        assertThat(rig.stats().queue().inFlight()).isZero();
        assertThat(rig.stats().assumed()).isZero();
        assertThat(rig.stats().waiting()).isZero();
        assertThat(rig.stats().binding()).isZero();
        assertThat(rig.stats().flushRequeues()).isZero();
    }

    @Test
    void aVictimIsMarkedThenDeletedThenReported() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(low("a").cpu("4")).seconds(1000.5);
        Instant now = Instant.EPOCH.plusNanos(rig.clock.nowNanos());
        rig.pods(high());
        assertThat(rig.api.said())
                .containsExactly(
                        "patch high, PodScheduled, promise 'n1'",
                        "patch a, DisruptionTarget",
                        "delete a");
        assertThat(rig.api.patches().getLast().condition())
                .contains(
                        new Condition(
                                "DisruptionTarget",
                                "True",
                                "PreemptionByScheduler",
                                "default-scheduler: preempting to accommodate a higher priority"
                                        + " pod",
                                Optional.of(now.truncatedTo(ChronoUnit.SECONDS)),
                                1));
        assertThat(rig.api.patches().getLast().nomination()).isEqualTo(Nomination.KEEP);
        assertThat(rig.api.deletes())
                .containsExactly(new Write.DeletePod("default", "a", "default/a"));
        assertThat(rig.api.events.getLast())
                .isEqualTo(
                        new EventRecord(
                                low("a").cpu("4").build(),
                                false,
                                "Preempted",
                                "Preempting",
                                "Preempted by pod default/high on node n1",
                                Optional.of(high().build())));
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly(
                        NO_CAPACITY
                                + " preemption: found a potential placement for pod on node n1,"
                                + " preempting 1 victims");
        rig.gone("default/a");
        expectPlaced(rig);
    }

    @Test
    void theMarkNamesTheSchedulerOfThePreemptor() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.pods(low("a").cpu("4").scheduler("another")).pods(high());
        assertThat(rig.api.patches().getLast().condition().orElseThrow().message())
                .isEqualTo("default-scheduler: preempting to accommodate a higher priority pod");
    }

    @Test
    void aVictimThatIsMarkedAlreadyIsDeletedAtOnce() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(low("a").cpu("4")).pods(high());
        Condition mark = rig.api.patches().getLast().condition().orElseThrow();
        Rig second = Rig.plain().nodes(node("n1"));
        second.engine.post(new Message.PodSeen(marked(low("a").cpu("4").build(), mark)));
        second.settle().pods(high());
        assertThat(second.api.said())
                .containsExactly("patch high, PodScheduled, promise 'n1'", "delete a");
        assertThat(second.api.notes("Preempted")).hasSize(1);
    }

    private static Pod marked(Pod pod, Condition mark) {
        var status =
                new dev.berth.model.PodStatus(
                        pod.status().phase(),
                        pod.status().nominatedNodeName(),
                        pod.status().startTime(),
                        List.of(mark),
                        pod.status().containers(),
                        pod.status().resources(),
                        pod.status().allocated(),
                        pod.status().claimStatuses());
        return new Pod(pod.meta(), pod.spec(), status);
    }

    @Test
    void theLastVictimWaitsUntilTheOthersAreOnTheirWay() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("6")).pods(low("a"), low("b"), low("c"));
        rig.api.hold(write -> marks(write) || deletes(write));
        rig.pods(high().cpu("6"));
        assertThat(rig.api.said())
                .containsExactly(
                        "patch high, PodScheduled, promise 'n1'",
                        "patch a, DisruptionTarget",
                        "patch b, DisruptionTarget");
        rig.api.answerAll();
        rig.api.hold(EvictionsTest::deletes);
        rig.settle();
        assertThat(rig.api.said()).endsWith("delete a", "delete b");
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.said()).endsWith("patch c, DisruptionTarget", "delete c");
        assertThat(rig.api.notes("Preempted")).hasSize(3);
        rig.gone("default/a").gone("default/b").gone("default/c");
        expectPlaced(rig);
    }

    @Test
    void thePreemptorWaitsOutsideWhileItsVictimsAreSent() {
        Rig rig = full();
        rig.api.hold(EvictionsTest::deletes);
        rig.pods(high());
        assertThat(rig.place(HIGH)).isEqualTo(QueueName.UNSCHEDULABLE);
        assertThat(rig.queued(HIGH).unschedulablePlugins()).containsExactly("NodeResourcesFit");
        wakeUp(rig);
        assertThat(attempts(rig)).isEqualTo(1);
        assertThat(delayed(rig)).isTrue();
        assertThat(rig.stats().queue().gated()).isEqualTo(1);
        assertThat(gateOf(rig))
                .isEqualTo(
                        Reject.unresolvable(
                                "waiting for the preemption for this pod to be finished"));
        rig.engine.post(new Message.Activate(List.of(HIGH)));
        rig.settle();
        assertThat(attempts(rig)).as("activation opens no gate").isEqualTo(1);
    }

    private static Verdict gateOf(Rig rig) {
        return rig.queued(HIGH).profile().preEnqueues().stream()
                .filter(plugin -> plugin.name().equals("DefaultPreemption"))
                .findFirst()
                .orElseThrow()
                .plugin()
                .preEnqueue(high().build());
    }

    @Test
    void thePreemptorIsUngatedAsSoonAsTheLastVictimIsReportedAsBeingDeleted() {
        Rig rig = full();
        rig.api.hold(write -> deletes(write) && ((Write.DeletePod) write).name().equals("b"));
        rig.pods(high());
        rig.pods(low("a").terminating());
        wakeUp(rig);
        assertThat(delayed(rig)).as("the last one is not seen yet").isTrue();
        rig.pods(low("b").terminating());
        wakeUp(rig);
        assertThat(delayed(rig)).isFalse();
        assertThat(attempts(rig)).isEqualTo(2);
    }

    @Test
    void thePreemptorIsUngatedAsSoonAsTheLastVictimIsGone() {
        Rig rig = full();
        rig.api.hold(write -> deletes(write) && ((Write.DeletePod) write).name().equals("b"));
        rig.pods(high());
        rig.gone("default/a");
        assertThat(delayed(rig)).isTrue();
        rig.gone("default/b");
        expectPlaced(rig);
        rig.api.answerAll();
        rig.settle();
        expectPlaced(rig);
    }

    @Test
    void aGatedPreemptorIsRequeuedWhenItsEvictionsAreSent() {
        Rig rig = full();
        rig.api.hold(EvictionsTest::deletes);
        rig.pods(high());
        wakeUp(rig);
        assertThat(delayed(rig)).isTrue();
        rig.api.answerAll();
        rig.settle();
        assertThat(attempts(rig)).isEqualTo(2);
        assertThat(message(rig)).as("nobody was seen going yet, yet they go").isEqualTo(WAITS);
        assertThat(rig.api.deletes()).as("nobody is asked twice").hasSize(2);
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void aPreemptorThatIsNotRequeuedStaysUnschedulable() {
        Rig rig = full().pods(high());
        assertThat(rig.api.deletes()).hasSize(2);
        rig.seconds(20);
        assertThat(attempts(rig)).isEqualTo(1);
        assertThat(rig.place(HIGH)).isEqualTo(QueueName.UNSCHEDULABLE);
    }

    @Test
    void whoseEvictionsAreSentDoesNotPreemptAgain() {
        Rig rig = full().pods(high());
        wakeUp(rig);
        assertThat(attempts(rig)).isEqualTo(2);
        assertThat(message(rig)).isEqualTo(WAITS);
        assertThat(rig.api.deletes()).hasSize(2);
        rig.pods(
                low("a").terminating()
                        .condition("DisruptionTarget", "True", "PreemptionByScheduler"),
                low("b").terminating()
                        .condition("DisruptionTarget", "True", "PreemptionByScheduler"));
        wakeUp(rig);
        assertThat(message(rig)).as("now that it shows").isEqualTo(WAITS);
        assertThat(rig.api.deletes()).hasSize(2);
        assertThat(rig.loop().state().nominations().nodeOf(HIGH)).isEqualTo("n1");
    }

    @Test
    void aFailingMarkEndsTheEvictionsAndRequeuesThePreemptor() {
        Rig rig = full();
        rig.api.patchAnswers.addAll(
                List.of(WriteOutcome.DONE, new WriteOutcome.Refused(403, "forbidden")));
        rig.pods(high());
        assertThat(calls(rig))
                .containsExactly(
                        "patch a, DisruptionTarget",
                        // The second attempt, which finds the same.
                        "patch a, DisruptionTarget",
                        "delete a",
                        "patch b, DisruptionTarget",
                        "delete b");
        assertThat(attempts(rig)).isEqualTo(2);
        assertThat(rig.queued(HIGH).moves())
                .extracting(move -> move.event())
                .contains("ForceActivate");
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void aMarkThatMeetsPassingTroubleIsTriedAgain() {
        Rig rig = full();
        rig.api.patchAnswers.addAll(List.of(WriteOutcome.DONE, BROKEN, BROKEN, BROKEN));
        rig.pods(high()).seconds(0.3).seconds(0.3).seconds(0.3);
        assertThat(calls(rig))
                .containsExactly(
                        "patch a, DisruptionTarget",
                        "patch a, DisruptionTarget",
                        "patch a, DisruptionTarget",
                        "patch a, DisruptionTarget",
                        "delete a",
                        "patch b, DisruptionTarget",
                        "delete b");
        assertThat(attempts(rig)).isEqualTo(1);
    }

    @Test
    void aFailingDeletionSparesTheLastVictimAndRequeuesThePreemptor() {
        Rig rig = full();
        rig.api.deleteAnswers.add(BROKEN);
        rig.api.hold(
                write -> marks(write) && ((Write.PatchPodStatus) write).pod().name().equals("b"));
        rig.pods(high());
        assertThat(calls(rig))
                .containsExactly(
                        "patch a, DisruptionTarget",
                        "delete a",
                        "patch a, DisruptionTarget",
                        "delete a",
                        "patch b, DisruptionTarget");
        assertThat(rig.api.notes("Preempted")).as("only the deletion that was done").hasSize(1);
        assertThat(attempts(rig)).isEqualTo(2);
    }

    @Test
    void aFailingDeletionOfTheLastVictimRequeuesThePreemptorToo() {
        Rig rig = full();
        rig.api.deleteAnswers.addAll(List.of(WriteOutcome.DONE, BROKEN));
        rig.pods(high());
        assertThat(attempts(rig)).isEqualTo(2);
        assertThat(message(rig)).as("a is on its way").isEqualTo(WAITS);
        rig.gone("default/a");
        assertThat(rig.api.deletes().stream().map(Write.DeletePod::name))
                .containsExactly("a", "b", "b");
        rig.gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void aDeletionWithoutAnAnswerCountsAsFailed() {
        Rig rig = full();
        rig.api.deleteAnswers.addAll(List.of(WriteOutcome.DONE, NO_ANSWER));
        rig.pods(high());
        assertThat(rig.api.notes("Preempted")).hasSize(1);
        assertThat(attempts(rig)).isEqualTo(2);
        // The deletion was carried out.
        rig.gone("default/b").gone("default/a");
        expectPlaced(rig);
    }

    @Test
    void aMarkWithoutAnAnswerCountsAsFailed() {
        Rig rig = full();
        rig.api.patchAnswers.addAll(List.of(WriteOutcome.DONE, NO_ANSWER));
        rig.pods(high());
        assertThat(attempts(rig)).isEqualTo(2);
        assertThat(rig.api.deletes()).hasSize(2);
    }

    @Test
    void aVictimThatIsGoneWhenItIsToBeMarkedIsDealtWith() {
        Rig rig = full();
        rig.api.patchAnswers.addAll(List.of(WriteOutcome.DONE, ABSENT));
        rig.pods(high());
        assertThat(rig.api.said())
                .containsExactly(
                        "patch high, PodScheduled, promise 'n1'",
                        "patch a, DisruptionTarget",
                        "patch b, DisruptionTarget",
                        "delete b");
        assertThat(rig.api.notes("Preempted")).as("nobody preempted a").hasSize(1);
        assertThat(attempts(rig)).isEqualTo(1);
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void aVictimThatIsGoneWhenItIsToBeDeletedIsDealtWith() {
        Rig rig = full();
        rig.api.deleteAnswers.add(ABSENT);
        rig.pods(high());
        assertThat(rig.api.deletes().stream().map(Write.DeletePod::name)).containsExactly("a", "b");
        assertThat(rig.api.notes("Preempted")).hasSize(1);
        assertThat(attempts(rig)).isEqualTo(1);
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void aVictimThatIsAnotherPodByNowIsDealtWith() {
        Rig rig = full();
        rig.api.deleteAnswers.add(ANOTHER);
        rig.api.hold(EvictionsTest::deletes);
        rig.pods(high());
        rig.gone("default/a");
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.deletes().stream().map(Write.DeletePod::name)).containsExactly("a", "b");
        assertThat(rig.api.notes("Preempted")).hasSize(1);
        rig.gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void aConflictOverAVictimThatIsStillThereDoesNotStrandThePreemptor() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(low("a").cpu("4"));
        rig.api.deleteAnswers.add(ANOTHER);
        rig.pods(high());
        assertThat(rig.api.deletes()).as("asked again").hasSize(2);
        rig.gone("default/a");
        expectPlaced(rig);
    }

    @Test
    void aVictimThatIsAnotherPodWhenItIsToBeMarkedIsDealtWith() {
        Rig rig = full();
        rig.api.patchAnswers.addAll(List.of(WriteOutcome.DONE, ANOTHER, ANOTHER, ANOTHER, ANOTHER));
        rig.pods(high());
        rig.gone("default/a").seconds(0.3).seconds(0.3).seconds(0.3);
        assertThat(calls(rig)).endsWith("patch b, DisruptionTarget", "delete b");
        assertThat(rig.api.deletes()).hasSize(1);
        rig.gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void evictionsThatKeepFailingDoNotSpin() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(low("a").cpu("4"));
        for (int i = 0; i < 1_000; i++) {
            rig.api.deleteAnswers.add(new WriteOutcome.Refused(403, "forbidden"));
        }
        rig.pods(high());
        assertThat(rig.api.deletes()).as("at once, and at once again").hasSize(2);
        for (int second = 0; second < 60; second++) {
            rig.seconds(1);
        }
        assertThat(rig.api.deletes()).as("after 1, 2, 4, 8 seconds, then every 10").hasSize(10);
        rig.api.deleteAnswers.clear();
        rig.seconds(10).gone("default/a");
        expectPlaced(rig);
    }

    @Test
    void nominationsOfLowerPriorityAreClearedFirst() {
        Rig rig = full();
        rig.pods(
                pod("mid").cpu("4").priority(5).nominated("n1").neverPreempts(),
                pod("equal").cpu("4").priority(10).nominated("n1").neverPreempts());
        rig.api.writes.clear();
        rig.pods(high().priority(10).uid("uid-of-high"));
        assertThat(rig.api.said()).as("equal is in the way").noneMatch(s -> s.startsWith("delete"));

        Rig other = full();
        other.pods(pod("mid").cpu("4").priority(5).nominated("n1").neverPreempts());
        other.api.writes.clear();
        other.pods(high());
        assertThat(other.api.said())
                .startsWith(
                        "patch high, PodScheduled, promise 'n1'",
                        "patch mid, promise ''",
                        "patch a, DisruptionTarget");
        assertThat(other.loop().state().nominations().podsOn("n1")).containsExactly(HIGH);
    }

    @Test
    void aNominationIsClearedEvenIfItWasNeverReported() {
        Rig rig = full();
        // The API server does not report the nomination of `mid` before it is cleared.
        rig.pods(pod("mid").cpu("4").priority(5));
        assertThat(rig.loop().state().nominations().podsOn("n1")).containsExactly("default/mid");
        rig.pods(high());
        assertThat(rig.loop().state().nominations().podsOn("n1")).containsExactly(HIGH);
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
        assertThat(rig.loop().state().nominations().all()).isEmpty();
    }

    @Test
    void aPodThatLostItsNominationIsTriedAgain() {
        Rig rig = full();
        rig.pods(pod("mid").cpu("4").priority(5).nominated("n1").neverPreempts());
        int before = rig.queued("default/mid").attempts();
        rig.pods(high());
        rig.pods(pod("mid").cpu("4").priority(5).neverPreempts());
        assertThat(rig.queued("default/mid").attempts()).isGreaterThan(before);
    }

    @Test
    void aNominationThatCannotBeClearedDoesNotSpareTheVictimsAndRequeuesThePreemptor() {
        Rig rig = full();
        rig.pods(pod("mid").cpu("4").priority(5).nominated("n1").neverPreempts());
        rig.api.writes.clear();
        rig.api.patchAnswers.addAll(
                List.of(WriteOutcome.DONE, new WriteOutcome.Refused(403, "forbidden")));
        rig.pods(high());
        assertThat(rig.api.said())
                .contains("patch a, DisruptionTarget", "delete a", "patch b, DisruptionTarget");
        assertThat(attempts(rig)).isEqualTo(2);
    }

    @Test
    void victimsThatAreLeavingAlreadyGetNoCall() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.pods(low("a").terminating(), low("b"));
        rig.pods(high());
        assertThat(rig.api.said())
                .containsExactly(
                        "patch high, PodScheduled, promise 'n1'",
                        "patch b, DisruptionTarget",
                        "delete b");
        assertThat(
                        ((Decision.Unschedulable) rig.lastDecision().outcome())
                                .preemption()
                                .orElseThrow()
                                .chosen()
                                .victims())
                .hasSize(2);
    }

    @Test
    void whereAllVictimsAreLeavingAlreadyOnlyTheNominationIsMade() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.pods(low("a").terminating(), low("b").terminating());
        rig.pods(high());
        assertThat(rig.api.said()).containsExactly("patch high, PodScheduled, promise 'n1'");
        assertThat(rig.api.notes("Preempted")).isEmpty();
        wakeUp(rig);
        assertThat(delayed(rig)).isFalse();
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
    }

    private static final Permit HOLDING =
            (cycle, node) ->
                    cycle.pod().name().equals("a")
                            ? new PermitVerdict.Wait(Duration.ofMinutes(10), List.of())
                            : PermitVerdict.ALLOW;

    @Test
    void aVictimThatWaitsOnPermitIsRejectedInstead() {
        Rig rig = Rig.with("Holding", HOLDING).nodes(node("n1"));
        rig.pods(pod("a").cpu("4").priority(1));
        assertThat(rig.stats().waiting()).isEqualTo(1);
        rig.api.writes.clear();
        rig.pods(high());
        assertThat(rig.api.deletes()).isEmpty();
        assertThat(rig.api.said())
                .contains("patch a, PodScheduled, promise ''", "bind high to n1")
                .noneMatch(each -> each.contains("DisruptionTarget"));
        assertThat(rig.api.notes("Preempted"))
                .containsExactly(
                        "Preempted by pod default/high on node n1 (in kube-scheduler memory).");
        expectRejected(rig, "waiting on permit for pod: preempted");
        expectPlaced(rig);
    }

    /// Rejects nodes with pods. No event that it registers helps.
    private static final class Exclusive implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node ->
                    node.pods().isEmpty()
                            ? Verdict.PASS
                            : Reject.unschedulable("node(s) have pods"));
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.NODE, ClusterEvent.DELETE, (unschedulable, change) -> false);
        }
    }

    @Test
    void thePreemptorIsActivatedIfItsLastVictimIsRejectedInstead() {
        var plugins = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        plugins.put("Holding", context -> HOLDING);
        plugins.put("Exclusive", context -> new Exclusive());
        Rig rig = Rig.making(plugins).nodes(node("n1"));
        rig.pods(pod("a").priority(1));
        assertThat(rig.stats().waiting()).isEqualTo(1);
        rig.pods(pod("high").priority(10));
        assertThat(rig.api.deletes()).isEmpty();
        expectPlaced(rig);
    }

    @Test
    void thePreemptorIsActivatedWhenItsLastVictimInPreBindLeaves() {
        var plugins = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        var delivered = new AtomicInteger();
        plugins.put("Deaf", context -> new Deaf(context, delivered));
        plugins.put("Exclusive", context -> new Exclusive());
        Rig rig = Rig.making(plugins).nodes(node("n1"));
        rig.pods(pod("a").priority(1));
        rig.pods(pod("high").priority(10));
        assertThat(rig.place(HIGH)).isEqualTo(QueueName.UNSCHEDULABLE);
        int attempts = attempts(rig);
        rig.seconds(30);
        assertThat(attempts(rig)).as("the victim is still there").isEqualTo(attempts);
        rig.seconds(30);
        expectPlaced(rig);
    }

    /// The pod `a` is pending again, for this reason.
    private static void expectRejected(Rig rig, String why) {
        assertThat(rig.place("default/a")).isEqualTo(QueueName.ERROR_BACKOFF);
        assertThat(rig.queued("default/a").unschedulablePlugins()).isEmpty();
        assertThat(rig.api.notes("FailedScheduling")).contains(why);
        Condition condition =
                rig.api.patches().stream()
                        .filter(patch -> patch.pod().name().equals("a"))
                        .reduce((first, second) -> second)
                        .orElseThrow()
                        .condition()
                        .orElseThrow();
        assertThat(condition.type()).isEqualTo("PodScheduled");
        assertThat(condition.reason()).isEqualTo("SchedulerError");
        assertThat(condition.message()).isEqualTo(why);
    }

    /// Prepares the pod `a` for a minute.
    private record Slow(PluginContext context) implements PreBind {
        @Override
        public PreFlight preFlight(Placement placement) {
            return placement.pod().name().equals("a") ? PreFlight.NEEDED : PreFlight.SKIP;
        }

        @Override
        public Verdict preBind(Placement placement) throws InterruptedException {
            context.pause(Duration.ofMinutes(1));
            return Verdict.PASS;
        }
    }

    @Test
    void aVictimInPreBindIsRejectedInstead() {
        Rig rig = Rig.making(Map.of("Slow", Slow::new)).nodes(node("n1"));
        rig.pods(pod("a").cpu("4").priority(1));
        assertThat(rig.stats().binding()).isEqualTo(1);
        rig.api.writes.clear();
        rig.pods(high());
        assertThat(rig.api.deletes()).isEmpty();
        assertThat(rig.api.notes("Preempted"))
                .containsExactly(
                        "Preempted by pod default/high on node n1 (in kube-scheduler memory).");
        expectRejected(rig, "running PreBind plugin \"Slow\": preempted by DefaultPreemption");
        expectPlaced(rig);
    }

    /// Prepares the pod `a` for a minute and does not mind being told to stop.
    private record Stubborn(PluginContext context) implements PreBind {
        @Override
        public PreFlight preFlight(Placement placement) {
            return placement.pod().name().equals("a") ? PreFlight.NEEDED : PreFlight.SKIP;
        }

        @Override
        public Verdict preBind(Placement placement) {
            try {
                context.pause(Duration.ofMinutes(1));
            } catch (InterruptedException delivered) {
                return Verdict.PASS;
            }
            return Verdict.PASS;
        }
    }

    @Test
    void aVictimWhosePreBindIgnoresTheInterruptIsRejectedAfterIt() {
        Rig rig = Rig.making(Map.of("Stubborn", Stubborn::new)).nodes(node("n1"));
        rig.pods(pod("a").cpu("4").priority(1));
        rig.pods(high());
        assertThat(rig.api.deletes()).isEmpty();
        expectRejected(rig, "preempted by DefaultPreemption");
        expectPlaced(rig);
    }

    @Test
    void aVictimIsRejectedOnce() {
        Rig rig = Rig.making(Map.of("Slow", Slow::new)).nodes(node("n1"));
        rig.pods(pod("a").cpu("4").priority(1));
        rig.report(pod("mid").cpu("4").priority(5)).report(high()).settle();
        expectRejected(rig, "running PreBind plugin \"Slow\": preempted by DefaultPreemption");
        assertThat(rig.api.notes("Preempted")).hasSize(1);
        assertThat(rig.api.deletes()).isEmpty();
        assertThat(rig.api.bound).containsEntry(HIGH, "n1");
    }

    /// Prepares the pod `a` for two minutes, goes on when told to stop, and counts how often it
    /// was.
    private record Deaf(PluginContext context, AtomicInteger delivered) implements PreBind {
        @Override
        public PreFlight preFlight(Placement placement) {
            return placement.pod().name().equals("a") ? PreFlight.NEEDED : PreFlight.SKIP;
        }

        @Override
        public Verdict preBind(Placement placement) {
            pause();
            pause();
            return Verdict.PASS;
        }

        private void pause() {
            try {
                context.pause(Duration.ofMinutes(1));
            } catch (InterruptedException stop) {
                delivered.incrementAndGet();
            }
        }
    }

    @Test
    void aVictimRequestedTwiceIsReportedOnceAndRejectedWhenItsPreBindEnds() {
        var delivered = new AtomicInteger();
        Rig rig =
                Rig.making(Map.of("Deaf", context -> new Deaf(context, delivered)))
                        .nodes(node("n1"));
        rig.pods(pod("a").cpu("4").priority(1));
        rig.pods(pod("mid").cpu("4").priority(5));
        assertThat(rig.stats().binding()).as("it goes on regardless").isEqualTo(1);
        rig.pods(high());
        assertThat(rig.stats().binding()).isEqualTo(1);
        assertThat(delivered).hasValue(1);
        assertThat(rig.api.notes("Preempted")).as("both preemptors asked for it").hasSize(2);

        rig.seconds(60);
        assertThat(delivered).hasValue(1);
        assertThat(rig.api.deletes()).isEmpty();
        assertThat(rig.api.bound).containsExactly(Map.entry(HIGH, "n1"));
    }

    /// Prepares the pod `a` for a minute, beside its neighbours.
    private record Beside(PluginContext context) implements PreBind {
        @Override
        public PreFlight preFlight(Placement placement) {
            return placement.pod().name().equals("a")
                    ? PreFlight.NEEDED_IN_PARALLEL
                    : PreFlight.SKIP;
        }

        @Override
        public Verdict preBind(Placement placement) throws InterruptedException {
            context.pause(Duration.ofMinutes(1));
            return Verdict.PASS;
        }
    }

    @Test
    void aVictimInSeveralPreBindPluginsIsRejectedInAll() {
        var plugins = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        plugins.put("One", Beside::new);
        plugins.put("Two", Beside::new);
        Rig rig = Rig.making(plugins).nodes(node("n1"));
        rig.pods(pod("a").cpu("4").priority(1));
        rig.pods(high());
        expectRejected(rig, "running PreBind plugin \"One\": preempted by DefaultPreemption");
        expectPlaced(rig);
    }

    @Test
    void aVictimWhoseBindIsUnderWayIsDeleted() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.hold(write -> write instanceof Write.BindPod);
        rig.pods(pod("a").cpu("4").priority(1));
        assertThat(rig.stats().binding()).isEqualTo(1);
        rig.pods(high());
        assertThat(rig.api.said())
                .containsExactly("bind a to n1", "patch high, PodScheduled, promise 'n1'");
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.said()).endsWith("patch a, DisruptionTarget", "delete a");
        assertThat(rig.api.notes("Preempted"))
                .containsExactly("Preempted by pod default/high on node n1");
        rig.gone("default/a");
        expectPlaced(rig);
    }

    @Test
    void aVictimWhoseBindFailsInTheMeantimeIsDeletedAllTheSame() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.bindAnswers.add(BROKEN);
        rig.api.hold(write -> write instanceof Write.BindPod);
        rig.pods(pod("a").cpu("4").priority(1));
        rig.pods(high());
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.deletes()).hasSize(1);
        rig.gone("default/a");
        expectPlaced(rig);
    }

    @Test
    void evictionsOutliveThePreemptor() {
        Rig rig = full();
        rig.api.hold(EvictionsTest::deletes);
        rig.pods(high());
        rig.gone(HIGH);
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.deletes()).hasSize(2);
        assertThat(rig.loop().state().nominations().all()).isEmpty();
        rig.gone("default/a").gone("default/b");
        assertThat(rig.stats().queue().gated()).isZero();
        rig.pods(high().uid("another"));
        assertThat(rig.api.bound).as("nobody holds back its successor").containsKey("another");
    }

    @Test
    void theNodeIsNominatedAtOnceAndTriedFirst() {
        Rig rig = Rig.plain().nodes(node("n1"), node("n2").cpu("5").label("disk", "fast"));
        rig.pods(low("a").cpu("4"), low("b").cpu("4").priority(11).on("n2"));
        rig.pods(high());
        assertThat(rig.loop().state().nominations().nodeOf(HIGH)).isEqualTo("n1");
        rig.report(low("a").cpu("4").terminating()).settle();
        rig.engine.post(new Message.PodGone("default/b"));
        rig.engine.post(new Message.PodGone("default/a"));
        rig.settle();
        expectPlaced(rig);
    }

    @Test
    void whenPreemptionNoLongerHelpsTheNominationIsCleared() {
        Rig rig = full();
        rig.pods(high().priority(1).nominated("n1"));
        assertThat(rig.loop().state().nominations().nodeOf(HIGH)).isEmpty();
        assertThat(rig.api.patches().getFirst().nomination()).isEqualTo(Nomination.CLEAR);
    }

    @Test
    void aPodThatMayNotPreemptKeepsItsNomination() {
        Rig rig = full();
        rig.pods(high().nominated("n1").neverPreempts());
        assertThat(rig.loop().state().nominations().nodeOf(HIGH)).isEqualTo("n1");
        assertThat(rig.api.patches()).allMatch(p -> p.nomination().equals(Nomination.KEEP));
    }

    @Test
    void withoutTheGateAllVictimsAreEvictedAtOnceAndNoPreemptorIsDelayed() {
        Rig rig = full(Rig.under(FeatureGates.DEFAULT.with("SchedulerAsyncPreemption", false)));
        rig.api.hold(write -> marks(write) || deletes(write));
        rig.pods(high());
        assertThat(rig.api.said())
                .containsExactly(
                        "patch high, PodScheduled, promise 'n1'",
                        "patch a, DisruptionTarget",
                        "patch b, DisruptionTarget");
        assertThat(gateOf(rig)).isEqualTo(Verdict.PASS);
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.deletes()).hasSize(2);
        assertThat(rig.api.notes("Preempted")).hasSize(2);
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
    }

    @Test
    void withoutTheGateAFailureRequeuesThePreemptorToo() {
        Rig rig = full(Rig.under(FeatureGates.DEFAULT.with("SchedulerAsyncPreemption", false)));
        rig.api.deleteAnswers.addAll(List.of(BROKEN, BROKEN));
        rig.pods(high());
        assertThat(attempts(rig)).isEqualTo(2);
        assertThat(rig.api.deletes()).hasSize(4);
        rig.gone("default/a").gone("default/b");
        expectPlaced(rig);
    }
}
