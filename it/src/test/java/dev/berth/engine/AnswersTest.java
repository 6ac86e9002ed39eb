package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Lane;
import dev.berth.engine.view.NodeChanges;
import dev.berth.engine.view.NodeLoad;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.Requeue;
import dev.berth.engine.view.Ruling;
import dev.berth.model.OwnerReference;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the scheduling thread says of pods and nodes when it is asked.
class AnswersTest {
    private static final OwnerReference SET =
            new OwnerReference("apps/v1", "ReplicaSet", "set", "set-uid", true);

    private static <T> T ask(Rig rig, Query<T> query) {
        var answer = rig.engine.ask(query);
        rig.engine.runOnce();
        return answer.join();
    }

    private static PodReport report(Rig rig, String pod) {
        return ask(rig, new Query.Explain("default/" + pod)).orElseThrow();
    }

    @Test
    void anUnschedulablePodNamesItsRejectingPluginsAndTheirEvents() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("big").cpu("4"));
        PodReport report = report(rig, "big");
        assertThat(report.lane()).isEqualTo(Lane.UNSCHEDULABLE);
        assertThat(report.pending().orElseThrow().rejectedBy()).containsExactly("NodeResourcesFit");
        assertThat(report.attempts()).hasSize(1);
        Requeue requeue = report.requeues().getFirst();
        assertThat(requeue.plugin()).isEqualTo("NodeResourcesFit");
        assertThat(requeue.events())
                .anyMatch(event -> event.matches(ClusterEvent.NODE_ADD))
                .anyMatch(event -> event.matches(ClusterEvent.ASSIGNED_POD_DELETE));
    }

    @Test
    void aGatedPodNamesItsGates() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("held").gate("quota"));
        PodReport report = report(rig, "held");
        assertThat(report.lane()).isEqualTo(Lane.GATED);
        assertThat(report.gate())
                .contains(
                        new PodReport.Gate(
                                "SchedulingGates",
                                List.of("waiting for scheduling gates: [quota]")));
    }

    @Test
    void aPodWaitingOnPermitShowsPluginsNodeAndTimeout() {
        Permit waiting = (cycle, on) -> new PermitVerdict.Wait(Duration.ofMinutes(5), List.of());
        Rig rig = Rig.with("Gang", waiting).nodes(node("n1").cpu("1")).pods(pod("one").cpu("1"));
        PendingPod pending = report(rig, "one").pending().orElseThrow();
        assertThat(pending.lane()).isEqualTo(Lane.WAITING);
        assertThat(pending.node()).isEqualTo("n1");
        assertThat(pending.rejectedBy()).containsExactly("Gang");
        assertThat(pending.untilNanos())
                .hasValue(rig.clock.nowNanos() + Duration.ofMinutes(5).toNanos());
    }

    @Test
    void aFailedPodShowsWhenItsBackoffEnds() {
        Permit broken =
                (cycle, on) -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = Rig.with("Broken", broken).nodes(node("n1").cpu("1")).pods(pod("one").cpu("1"));
        PendingPod pending = report(rig, "one").pending().orElseThrow();
        assertThat(pending.lane()).isEqualTo(Lane.BACKOFF);
        assertThat(pending.consecutiveErrors()).isEqualTo(1);
        assertThat(pending.untilNanos().orElseThrow()).isGreaterThan(rig.clock.nowNanos());
    }

    @Test
    void aPlacedPodKeepsWinnerAndRunnerUp() {
        Rig rig =
                Rig.plain()
                        .nodes(node("n1").cpu("2"), node("n2").cpu("8"))
                        .pods(pod("one").cpu("1"));
        PodReport report = report(rig, "one");
        assertThat(report.lane()).isIn(Lane.BOUND, Lane.BINDING);
        assertThat(report.node()).isEqualTo("n2");
        var placed = (Decision.Placed) report.attempts().getFirst().outcome();
        assertThat(placed.runnerUp().orElseThrow().node()).isEqualTo("n1");
    }

    @Test
    void anUnknownPodHasNoReport() {
        assertThat(ask(Rig.plain(), new Query.Explain("default/ghost"))).isEmpty();
        assertThat(ask(Rig.plain(), new Query.Examine("default/ghost"))).isEmpty();
    }

    @Test
    void anotherSchedulersPodIsSaidToBeSo() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("theirs").scheduler("other"));
        assertThat(report(rig, "theirs").lane()).isEqualTo(Lane.FOREIGN);
        assertThat(ask(rig, new Query.Examine("default/theirs")).orElseThrow().outcome())
                .isEqualTo(Ruling.Outcome.SKIPPED);
    }

    @Test
    void anExplanationCoversEveryNodeAndChangesNothing() {
        Rig rig =
                Rig.plain()
                        .nodes(node("n1").cpu("1"), node("n2").cpu("2"))
                        .pods(pod("big").cpu("4"));
        long attempts = rig.stats().attempts();
        Ruling ruling = ask(rig, new Query.Examine("default/big")).orElseThrow();
        assertThat(ruling.outcome()).isEqualTo(Ruling.Outcome.UNSCHEDULABLE);
        assertThat(ruling.nodes()).containsOnlyKeys("n1", "n2");
        assertThat(ruling.nodes().values())
                .allSatisfy(each ->
                        assertThat(each.rejection().map(Decision.RejectedNodes::reasons))
                                .contains(List.of("Insufficient cpu")));
        assertThat(rig.stats().attempts()).isEqualTo(attempts);
        assertThat(ask(rig, new Query.Beat()).decisions()).isEqualTo(rig.decisions.size());
    }

    @Test
    void aNodeListsItsRejectionsOfPendingPods() {
        Rig rig =
                Rig.plain()
                        .nodes(
                                node("small").cpu("1"),
                                node("tainted").cpu("8").taint("gpu", "", "NoSchedule"))
                        .pods(
                                pod("a").cpu("4").owner(SET),
                                pod("b").cpu("4").owner(SET),
                                pod("c").cpu("2"));
        NodeVerdicts verdicts = ask(rig, new Query.Judge("small", 10)).orElseThrow();
        assertThat(verdicts.verdicts())
                .extracting(NodeVerdicts.Verdict::pods)
                .containsExactlyInAnyOrder(List.of("default/a", "default/b"), List.of("default/c"));
        assertThat(verdicts.verdicts())
                .allSatisfy(each ->
                        assertThat(each.rejection().map(Decision.RejectedNodes::reasons))
                                .contains(List.of("Insufficient cpu")));
        assertThat(ask(rig, new Query.Judge("tainted", 10)).orElseThrow().verdicts())
                .allSatisfy(each ->
                        assertThat(each.rejection().map(Decision.RejectedNodes::plugin))
                                .contains("TaintToleration"));
        assertThat(ask(rig, new Query.Judge("small", 1)).orElseThrow().unjudged()).isEqualTo(1);
        assertThat(ask(rig, new Query.Judge("ghost", 1))).isEmpty();
    }

    @Test
    void nodeChangesAreReportedOnceAndRemovedRowsByNumber() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        NodeChanges first = ask(rig, new Query.Nodes(-1));
        assertThat(first.all()).isTrue();
        assertThat(first.changed()).extracting(load -> load.node().name()).contains("n1", "n2");
        assertThat(ask(rig, new Query.Nodes(first.version())).changed()).isEmpty();

        rig.pods(pod("one").cpu("1").on("n1"));
        NodeChanges second = ask(rig, new Query.Nodes(first.version()));
        assertThat(second.all()).isFalse();
        NodeLoad load = second.changed().getFirst();
        assertThat(load.node().name()).isEqualTo("n1");
        assertThat(load.pods()).isEqualTo(1);
        assertThat(load.requested().get(second.resources().indexOf("cpu"))).isEqualTo(1000);

        int row =
                first.changed().stream()
                        .filter(n -> n.node().name().equals("n2"))
                        .findFirst()
                        .orElseThrow()
                        .row();
        rig.engine.post(new Message.NodeGone("n2"));
        rig.settle();
        assertThat(ask(rig, new Query.Nodes(second.version())).gone()).containsExactly(row);
    }

    @Test
    void aNodeNamesItsPodsAndWhatEachTakes() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4")).pods(pod("one").cpu("1").on("n1"));
        var report = ask(rig, new Query.NodeOf("n1")).orElseThrow();
        assertThat(report.otherPods()).hasSize(1);
        assertThat(report.otherPods().getFirst().requested().get(report.resources().indexOf("cpu")))
                .isEqualTo(1000);
        assertThat(ask(rig, new Query.NodeOf("ghost"))).isEqualTo(Optional.empty());
    }

    @Test
    void pausedItTriesOnePodAStep() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4"));
        rig.engine.post(new Message.Pause(true));
        rig.pods(pod("one").cpu("1"), pod("two").cpu("1"));
        assertThat(rig.stats().attempts()).isZero();
        assertThat(ask(rig, new Query.Beat()).paused()).isTrue();
        rig.engine.post(new Message.Step());
        rig.settle();
        assertThat(rig.stats().attempts()).isEqualTo(1);
        rig.pods(pod("three").cpu("1"), pod("four").cpu("1"));
        rig.engine.post(new Message.Step());
        rig.engine.post(new Message.Step());
        rig.settle();
        assertThat(rig.stats().attempts()).as("two steps at once").isEqualTo(3);
        rig.engine.post(new Message.Pause(false));
        rig.settle();
        assertThat(rig.stats().attempts()).isEqualTo(4);
    }

    @Test
    void aStepWithoutAnActivePodIsNotKept() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4"));
        rig.engine.post(new Message.Pause(true));
        rig.engine.post(new Message.Step());
        rig.settle().pods(pod("one").cpu("1"));
        assertThat(rig.stats().attempts()).isZero();
    }
}
