package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.view.Decision;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostBind;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The queue of a pod after each kind of rejection and failure, row by row of the outcome matrix.
class OutcomeMatrixTest {
    private static final String UID = "default/web";

    private static Rig rig(String name, dev.berth.spi.Plugin plugin) {
        return Rig.with(name, plugin).nodes(node("n1"), node("n2"));
    }

    private static void expect(Rig rig, QueueName place, String reason, String message) {
        assertThat(rig.place(UID)).isEqualTo(place);
        Write.PatchPodStatus patch = rig.api.patches().getLast();
        assertThat(patch.condition().orElseThrow().type()).isEqualTo("PodScheduled");
        assertThat(patch.condition().orElseThrow().status()).isEqualTo("False");
        assertThat(patch.condition().orElseThrow().reason()).isEqualTo(reason);
        assertThat(patch.condition().orElseThrow().message()).isEqualTo(message);
        assertThat(rig.api.notes("FailedScheduling")).endsWith(message);
        assertThat(rig.stats().assumed()).isZero();
    }

    @Test
    void withoutNodesAPodBacksOff() {
        Rig rig = Rig.plain().pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "Unschedulable",
                "no nodes available to schedule pods");
    }

    @Test
    void aFailingPreFilterBacksOff() {
        Filter broken =
                cycle -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = rig("Broken", broken).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running PreFilter plugin \"Broken\": no idea");
    }

    @Test
    void aFailingFilterBacksOff() {
        Filter broken =
                cycle ->
                        PreFilterResult.of(node -> {
                            throw new IllegalStateException("no idea");
                        });
        Rig rig = rig("Broken", broken).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running \"Broken\" filter plugin: no idea");
    }

    @Test
    void aPodRefusedAsAWholeIsUnschedulable() {
        Filter refusing = cycle -> PreFilterResult.rejectPod(Reject.unresolvable("never"));
        Rig rig = rig("Refusing", refusing).pods(pod("web"));
        expect(
                rig,
                QueueName.UNSCHEDULABLE,
                "Unschedulable",
                "0/2 nodes are available: never. not found");
        assertThat(rig.queued(UID).unschedulablePlugins()).containsExactly("Refusing");
    }

    @Test
    void aPodThatFitsNowhereIsUnschedulable() {
        Rig rig = Rig.plain().nodes(node("n1"), node("n2").cpu("1")).pods(pod("web").cpu("8"));
        expect(
                rig,
                QueueName.UNSCHEDULABLE,
                "Unschedulable",
                "0/2 nodes are available: 2 Insufficient cpu."
                        + " preemption: 0/2 nodes are available:"
                        + " 2 Preemption is not helpful for scheduling.");
        assertThat(rig.queued(UID).unschedulablePlugins()).containsExactly("NodeResourcesFit");
    }

    @Test
    void aPendingRejectionIsUnschedulableAndKnownAsPending() {
        Filter pending = cycle -> PreFilterResult.of(node -> Reject.pending("soon"));
        Rig rig = rig("Pending", pending).pods(pod("web"));
        expect(
                rig,
                QueueName.UNSCHEDULABLE,
                "Unschedulable",
                "0/2 nodes are available: 2 soon."
                        + " preemption: 0/2 nodes are available:"
                        + " 2 Preemption is not helpful for scheduling.");
        assertThat(rig.queued(UID).pendingPlugins()).containsExactly("Pending");
    }

    @Test
    void aFailingScoreBacksOff() {
        Score broken =
                (cycle, feasible) ->
                        PreScoreResult.of(node -> {
                            throw new IllegalStateException("no idea");
                        });
        Rig rig = rig("Broken", broken).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running Score plugins: plugin \"Broken\" failed with: no idea");
    }

    @Test
    void aFailingPreScoreBacksOff() {
        Score broken =
                (cycle, feasible) -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = rig("Broken", broken).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running PreScore plugin \"Broken\": no idea");
    }

    @Test
    void aScoreOutOfRangeBacksOff() {
        Score wild = (cycle, feasible) -> PreScoreResult.of((NodeScorer) node -> 101);
        Rig rig = rig("Wild", wild).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "applying score defaultWeights on Score plugins: plugin \"Wild\" returns an invalid"
                        + " score 101, it should in the range of [0, 100] after normalizing");
    }

    @Test
    void oneFeasibleNodeIsTakenWithoutScoring() {
        Score broken =
                (cycle, feasible) -> {
                    throw new IllegalStateException("nobody should ask");
                };
        Rig rig =
                Rig.with("Broken", broken)
                        .nodes(node("n1"), node("n2").cordoned())
                        .pods(pod("web"));
        assertThat(rig.api.bound).containsEntry(UID, "n1");
    }

    @Test
    void aRejectedReservationIsUnschedulableAndGivenBack() {
        var reserve = new Reserving(Reject.unschedulable("taken"));
        Rig rig = rig("Reserving", reserve).pods(pod("web"));
        expect(rig, QueueName.UNSCHEDULABLE, "Unschedulable", "0/1 nodes are available: 1 taken.");
        assertThat(rig.queued(UID).unschedulablePlugins()).containsExactly("Reserving");
        assertThat(reserve.calls).containsExactly("reserve", "unreserve");
    }

    @Test
    void aFailingReservationBacksOff() {
        var reserve =
                new Reserve() {
                    @Override
                    public Verdict reserve(PodCycle cycle, NodeView node) {
                        throw new IllegalStateException("no idea");
                    }

                    @Override
                    public void unreserve(Placement placement) {}
                };
        Rig rig = rig("Broken", reserve).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running Reserve plugin \"Broken\": no idea");
    }

    @Test
    void aDeniedPermitIsUnschedulable() {
        Permit denying = (cycle, node) -> new PermitVerdict.Deny(Reject.unschedulable("not now"));
        Rig rig = rig("Denying", denying).pods(pod("web"));
        expect(
                rig,
                QueueName.UNSCHEDULABLE,
                "Unschedulable",
                "0/1 nodes are available: 1 not now.");
    }

    @Test
    void aFailingPermitBacksOff() {
        Permit broken =
                (cycle, node) -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = rig("Broken", broken).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running Permit plugin \"Broken\": no idea");
    }

    @Test
    void aPermitThatWaitsTooLongIsUnschedulable() {
        Permit waiting = (cycle, node) -> new PermitVerdict.Wait(Duration.ofMinutes(5), List.of());
        Rig rig = rig("Waiting", waiting).pods(pod("web"));
        assertThat(rig.stats().waiting()).isEqualTo(1);
        assertThat(rig.stats().queue().inFlight()).isEqualTo(1);
        assertThat(rig.api.patches().getLast().nomination())
                .isEqualTo(new dev.berth.spi.Nomination.Nominate(heldNode(rig)));
        rig.advance(Duration.ofMinutes(5));
        expect(
                rig,
                QueueName.UNSCHEDULABLE,
                "Unschedulable",
                "0/1 nodes are available: 1 rejected due to timeout after waiting 5m0s at plugin"
                        + " Waiting.");
        assertThat(rig.stats().queue().inFlight()).isZero();
    }

    private static String heldNode(Rig rig) {
        return rig.loop().binder().waiting().all().getFirst().node();
    }

    @Test
    void aFailingPreFlightBacksOff() {
        var broken =
                new PreBind() {
                    @Override
                    public PreFlight preFlight(Placement placement) {
                        throw new IllegalStateException("no idea");
                    }

                    @Override
                    public Verdict preBind(Placement placement) {
                        return Verdict.PASS;
                    }
                };
        Rig rig = rig("Broken", broken).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running PreBindPreFlight \"Broken\": no idea");
    }

    @Test
    void aRejectedPreBindBacksOffAndIsUnschedulable() {
        PreBind rejecting = placement -> Reject.unschedulable("not ready");
        Rig rig = rig("Rejecting", rejecting).pods(pod("web"));
        expect(rig, QueueName.ERROR_BACKOFF, "Unschedulable", "not ready");
        assertThat(rig.queued(UID).unschedulablePlugins()).isEmpty();
    }

    @Test
    void aFailingPreBindBacksOff() {
        PreBind broken =
                placement -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = rig("Broken", broken).pods(pod("web"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running PreBind plugin \"Broken\": no idea");
    }

    @Test
    void aRejectedBindBacksOffAndIsUnschedulable() {
        Bind rejecting = placement -> Reject.unschedulable("not there");
        Rig rig = rig("Rejecting", rejecting).pods(pod("web"));
        expect(rig, QueueName.ERROR_BACKOFF, "Unschedulable", "not there");
    }

    @Test
    void aConflictingBindBacksOffAndReleasesTheResources() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.bindAnswers.add(
                new WriteOutcome.Refused(409, "pod web is already assigned to node \"n9\""));
        rig.pods(pod("web").cpu("4"));
        expect(
                rig,
                QueueName.ERROR_BACKOFF,
                "SchedulerError",
                "running Bind plugin \"DefaultBinder\": pod web is already assigned to node"
                        + " \"n9\"");
        rig.seconds(3);
        assertThat(rig.api.bound).containsEntry(UID, "n1");
    }

    @Test
    void aPodSeenOnANodeAfterItsBindFailedIsNotTriedAgain() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.silent = true;
        rig.pods(pod("web"));
        rig.report(pod("web").on("n1")).settle();
        rig.api.bindAnswers.add(new WriteOutcome.Refused(409, "already assigned"));
        rig.api.answerAll();
        rig.settle().seconds(20);
        assertThat(rig.place(UID)).isEqualTo(QueueName.NONE);
        assertThat(rig.api.binds()).hasSize(1);
    }

    @Test
    void aPodThatNoBinderTakesComesBackWithoutAnEvent() {
        var plugins = new LinkedHashMap<String, dev.berth.spi.Plugin>();
        plugins.put("DefaultBinder", (Bind) placement -> BindVerdict.SKIP);
        Rig rig = new Rig(plugins).nodes(node("n1")).pods(pod("web"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.ERROR_BACKOFF);
        assertThat(rig.api.notes("FailedScheduling")).isEmpty();
    }

    @Test
    void aBindWithoutAResponseStaysAssumedUntilItIsVerified() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.bindAnswers.add(new WriteOutcome.Unknown("timed out"));
        rig.api.readAnswers.add(new ReadOutcome.Failed("also timed out"));
        rig.pods(pod("web").cpu("4"), pod("other").cpu("4"));
        assertThat(rig.stats().assumed()).as("room held").isEqualTo(1);
        assertThat(rig.api.bound).isEmpty();
        rig.api.readAnswers.add(new ReadOutcome.Found(pod("web").cpu("4").on("n1").build()));
        rig.seconds(1);
        assertThat(rig.stats().binding()).isZero();
        assertThat(rig.stats().scheduled()).isEqualTo(1);
        assertThat(rig.api.binds()).hasSize(1);
    }

    @Test
    void aBindWithoutAnAnswerThatWasNotDoneIsTriedAgain() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.bindAnswers.add(new WriteOutcome.Unknown("timed out"));
        rig.api.readAnswers.add(new ReadOutcome.Found(pod("web").cpu("4").build()));
        rig.pods(pod("web").cpu("4"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.ERROR_BACKOFF);
        rig.seconds(3);
        assertThat(rig.api.bound).containsEntry(UID, "n1");
    }

    @Test
    void aSuccessIsRecordedAsAnEventAndRunsPostBind() {
        var delivered = new ArrayList<String>();
        PostBind listener = placement -> delivered.add(placement.node());
        Rig rig = Rig.with("Listener", listener).nodes(node("n1")).pods(pod("web"));
        assertThat(delivered).containsExactly("n1");
        assertThat(rig.api.notes("Scheduled"))
                .containsExactly("Successfully assigned default/web to n1");
        assertThat(rig.lastDecision().outcome()).isInstanceOf(Decision.Placed.class);
        assertThat(rig.stats().assumed()).isZero();
    }

    @Test
    void everyReserveIsUndoneOnceInReverseOrder() {
        var order = new ArrayList<String>();
        Map<String, dev.berth.spi.Plugin> plugins = new LinkedHashMap<>();
        plugins.put("First", new Logging("First", order));
        plugins.put("Second", new Logging("Second", order));
        plugins.put("Third", (PreBind) placement -> Reject.unschedulable("no"));
        new Rig(plugins).nodes(node("n1")).pods(pod("web"));
        assertThat(order)
                .containsExactly(
                        "reserve First", "reserve Second", "unreserve Second", "unreserve First");
    }

    @Test
    void aDeletedPodIsSkippedWithAnEvent() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.report(pod("web").terminating()).settle();
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly("skip schedule deleting pod: default/web");
        assertThat(rig.place(UID)).isEqualTo(QueueName.NONE);
        assertThat(rig.stats().queue().inFlight()).isZero();
    }

    private static final class Reserving implements Reserve {
        private final Verdict verdict;
        private final List<String> calls = new ArrayList<>();

        Reserving(Verdict verdict) {
            this.verdict = verdict;
        }

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            calls.add("reserve");
            return verdict;
        }

        @Override
        public void unreserve(Placement placement) {
            calls.add("unreserve");
        }
    }

    private record Logging(String name, List<String> log) implements Reserve {
        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            log.add("reserve " + name);
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {
            log.add("unreserve " + name);
        }
    }
}
