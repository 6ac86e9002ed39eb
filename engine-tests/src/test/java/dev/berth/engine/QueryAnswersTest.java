package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.NodeLoad;
import dev.berth.engine.view.NodeUpdates;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.RequeueEvents;
import dev.berth.engine.view.SchedulingState;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.OwnerReference;
import dev.berth.model.json.Json;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// The answers of the scheduling thread about pods and nodes.
class QueryAnswersTest {
    private static final OwnerReference SET =
            new OwnerReference("apps/v1", "ReplicaSet", "set", "set-uid", true);

    private static final String SLICE =
            "{'metadata': {'name': '%s'}, 'spec': {'driver': 'd', 'nodeName': 'n1', 'pool':"
                    + " {'name': 'p', 'generation': %d, 'resourceSliceCount': 1}, 'devices':"
                    + " [{'name': 'gpu-0'}, {'name': '%s'}]}}";

    private static <T> T ask(Rig rig, Query<T> query) {
        var answer = rig.engine.ask(query);
        rig.engine.runOnce();
        return answer.join();
    }

    private static PodReport report(Rig rig, String pod) {
        return ask(rig, new Query.ExplainPod("default/" + pod)).orElseThrow();
    }

    @Test
    void anUnschedulablePodNamesThePluginsThatRejectedItAndTheirEvents() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("big").cpu("4"));
        PodReport report = report(rig, "big");
        assertThat(report.state()).isEqualTo(SchedulingState.UNSCHEDULABLE);
        assertThat(report.pending().orElseThrow().rejectedBy()).containsExactly("NodeResourcesFit");
        assertThat(report.attempts()).hasSize(1);
        RequeueEvents requeue = report.requeueEvents().getFirst();
        assertThat(requeue.plugin()).isEqualTo("NodeResourcesFit");
        assertThat(requeue.events())
                .anyMatch(event -> event.matches(ClusterEvent.NODE_ADD))
                .anyMatch(event -> event.matches(ClusterEvent.ASSIGNED_POD_DELETE));
    }

    @Test
    void aGatedPodNamesItsGates() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("held").gate("quota"));
        PodReport report = report(rig, "held");
        assertThat(report.state()).isEqualTo(SchedulingState.GATED);
        assertThat(report.gate())
                .contains(
                        new PodReport.Gate(
                                "SchedulingGates",
                                List.of("waiting for scheduling gates: [quota]")));
    }

    @Test
    void aPodStaysGatedWithItsReasonUntilAnEventEvenIfThePluginWouldAcceptItNow() {
        var open = new AtomicBoolean();
        PreEnqueue quota =
                pod -> open.get() ? Verdict.PASS : Reject.unresolvable("the quota is exhausted");
        Rig rig = Rig.with("Quota", quota).nodes(node("n1").cpu("1")).pods(pod("held"));
        open.set(true);
        assertThat(report(rig, "held").gate())
                .contains(new PodReport.Gate("Quota", List.of("the quota is exhausted")));
    }

    @Test
    void aPodThatAFailingPluginGatesHasTheFailureAsItsReason() {
        PreEnqueue broken =
                pod -> {
                    throw new IllegalStateException("no connection");
                };
        Rig rig = Rig.with("Quota", broken).nodes(node("n1").cpu("1")).pods(pod("held"));
        assertThat(report(rig, "held").gate())
                .contains(new PodReport.Gate("Quota", List.of("no connection")));
    }

    @Test
    void theTimeInAStateDoesNotBeginAgainWhenARetryDoesNotChangeIt() {
        Rig rig =
                Rig.plain()
                        .nodes(node("n1").cpu("1"))
                        .pods(pod("big").cpu("4"), pod("held").gate("quota"));
        long big = report(rig, "big").pending().orElseThrow().sinceNanos();
        long held = report(rig, "held").pending().orElseThrow().sinceNanos();
        rig.advance(Duration.ofMinutes(6)).advance(Duration.ofMinutes(6));
        PendingPod retried = report(rig, "big").pending().orElseThrow();
        assertThat(retried.attempts()).isGreaterThan(1);
        assertThat(retried.state()).isEqualTo(SchedulingState.UNSCHEDULABLE);
        assertThat(retried.sinceNanos()).isEqualTo(big);
        assertThat(report(rig, "held").pending().orElseThrow().sinceNanos()).isEqualTo(held);
    }

    @Test
    void aPluginThatFailsToExplainLeavesTheReasonsWithoutFacts() {
        Rig rig = Rig.with("Own", new FailingExplainer()).nodes(node("n1")).pods(pod("web"));
        DryRunResult result = ask(rig, new Query.DryRun("default/web")).orElseThrow().result();
        assertThat(result.nodes().values())
                .singleElement()
                .satisfies(node ->
                        assertThat(node.rejection().map(Decision.RejectedNodes::reasons))
                                .contains(List.of("not today")));
        assertThat(result.rejections().ofNode("n1")).isEqualTo(RejectionDetails.NONE);
    }

    private static final class FailingExplainer implements Filter, RejectionExplainer {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node -> Reject.unschedulable("not today"));
        }

        @Override
        public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
            throw new IllegalStateException("no facts");
        }
    }

    @Test
    void aWaitingPodNamesThePermitPluginTheNodeAndTheTimeout() {
        Permit waiting = (cycle, on) -> new PermitVerdict.Wait(Duration.ofMinutes(5), List.of());
        Rig rig = Rig.with("Gang", waiting).nodes(node("n1").cpu("1")).pods(pod("one").cpu("1"));
        PendingPod pending = report(rig, "one").pending().orElseThrow();
        assertThat(pending.state()).isEqualTo(SchedulingState.WAITING);
        assertThat(pending.node()).isEqualTo("n1");
        assertThat(pending.rejectedBy()).containsExactly("Gang");
        assertThat(pending.untilNanos())
                .hasValue(rig.clock.nowNanos() + Duration.ofMinutes(5).toNanos());
    }

    @Test
    void aFailedPodHasTheEndOfItsBackoff() {
        Permit broken =
                (cycle, on) -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = Rig.with("Broken", broken).nodes(node("n1").cpu("1")).pods(pod("one").cpu("1"));
        PendingPod pending = report(rig, "one").pending().orElseThrow();
        assertThat(pending.state()).isEqualTo(SchedulingState.BACKOFF);
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
        assertThat(report.state()).isIn(SchedulingState.BOUND, SchedulingState.BINDING);
        assertThat(report.node()).isEqualTo("n2");
        var placed = (Decision.Placed) report.attempts().getFirst().outcome();
        assertThat(placed.runnerUp().orElseThrow().node()).isEqualTo("n1");
    }

    @Test
    void anUnknownPodHasNoReport() {
        assertThat(ask(Rig.plain(), new Query.ExplainPod("default/ghost"))).isEmpty();
        assertThat(ask(Rig.plain(), new Query.DryRun("default/ghost"))).isEmpty();
    }

    @Test
    void aPodOfAnotherSchedulerIsInThatState() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("theirs").scheduler("other"));
        assertThat(report(rig, "theirs").state()).isEqualTo(SchedulingState.OTHER_SCHEDULER);
        assertThat(ask(rig, new Query.DryRun("default/theirs")).orElseThrow().result().outcome())
                .isEqualTo(DryRunResult.Outcome.SKIPPED);
    }

    @Test
    void aDryRunHasAResultForEveryNodeAndLeavesNoTrace() {
        Rig rig =
                Rig.plain()
                        .nodes(node("n1").cpu("1"), node("n2").cpu("2"))
                        .pods(pod("big").cpu("4"));
        long attempts = rig.stats().attempts();
        DryRunResult result = ask(rig, new Query.DryRun("default/big")).orElseThrow().result();
        assertThat(result.outcome()).isEqualTo(DryRunResult.Outcome.UNSCHEDULABLE);
        assertThat(result.nodes()).containsOnlyKeys("n1", "n2");
        assertThat(result.nodes().values())
                .allSatisfy(each ->
                        assertThat(each.rejection().map(Decision.RejectedNodes::reasons))
                                .contains(List.of("Insufficient cpu")));
        assertThat(rig.stats().attempts()).isEqualTo(attempts);
        assertThat(ask(rig, new Query.Status()).decisions()).isEqualTo(rig.decisions.size());
    }

    @Test
    void aNodeHasAVerdictForEveryPendingPod() {
        Rig rig =
                Rig.plain()
                        .nodes(
                                node("small").cpu("1"),
                                node("tainted").cpu("8").taint("gpu", "", "NoSchedule"))
                        .pods(
                                pod("a").cpu("4").owner(SET),
                                pod("b").cpu("4").owner(SET),
                                pod("c").cpu("2"));
        NodeVerdicts verdicts = ask(rig, new Query.ExplainNode("small", 10)).orElseThrow();
        assertThat(verdicts.verdicts())
                .extracting(NodeVerdicts.Verdict::pods)
                .containsExactlyInAnyOrder(List.of("default/a", "default/b"), List.of("default/c"));
        assertThat(verdicts.verdicts())
                .allSatisfy(each ->
                        assertThat(each.rejection().map(found -> found.why().reasons()))
                                .contains(List.of("Insufficient cpu")));
        assertThat(ask(rig, new Query.ExplainNode("tainted", 10)).orElseThrow().verdicts())
                .allSatisfy(each ->
                        assertThat(each.rejection().map(found -> found.why().plugin()))
                                .contains("TaintToleration"));
        assertThat(ask(rig, new Query.ExplainNode("small", 1)).orElseThrow().notEvaluated())
                .isEqualTo(1);
        assertThat(ask(rig, new Query.ExplainNode("ghost", 1))).isEmpty();
    }

    @Test
    void changesOfNodesAreReportedOnceAndDeletedNodesByRow() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        NodeUpdates first = ask(rig, new Query.Nodes(-1));
        assertThat(first.all()).isTrue();
        assertThat(first.changed()).extracting(load -> load.node().name()).contains("n1", "n2");
        assertThat(ask(rig, new Query.Nodes(first.version())).changed()).isEmpty();

        rig.pods(pod("one").cpu("1").on("n1"));
        NodeUpdates second = ask(rig, new Query.Nodes(first.version()));
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
    void aNodeNamesItsPodsAndTheirRequests() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4")).pods(pod("one").cpu("1").on("n1"));
        var report = ask(rig, new Query.OneNode("n1")).orElseThrow();
        assertThat(report.pods()).hasSize(1);
        assertThat(report.pods().getFirst().requested().get(report.resources().indexOf("cpu")))
                .isEqualTo(1000);
        assertThat(ask(rig, new Query.OneNode("ghost"))).isEqualTo(Optional.empty());
    }

    @Test
    void aNodeNamesItsDevicesTheirTaintsAndTheClaimsThatUseThem() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        rig.engine.post(object(Kind.RESOURCE_SLICE, SLICE.formatted("old", 1, "gone")));
        rig.engine.post(object(Kind.RESOURCE_SLICE, SLICE.formatted("new", 2, "gpu-1")));
        rig.engine.post(
                object(
                        Kind.DEVICE_TAINT_RULE,
                        "{'metadata': {'name': 'r'}, 'spec': {'deviceSelector': {'device':"
                                + " 'gpu-1'}, 'taint': {'key': 'hot', 'effect': 'NoSchedule'}}}"));
        rig.engine.post(
                object(
                        Kind.RESOURCE_CLAIM,
                        "{'metadata': {'namespace': 'shop', 'name': 'c', 'uid': 'u'}, 'spec': {},"
                                + " 'status': {'allocation': {'devices': {'results': [{'request':"
                                + " 'r', 'driver': 'd', 'pool': 'p', 'device': 'gpu-1'}]}}}}"));
        var devices = ask(rig, new Query.OneNode("n1")).orElseThrow().devices();
        assertThat(devices)
                .extracting(each -> each.id().toString())
                .containsExactly("d/p/gpu-0", "d/p/gpu-1");
        assertThat(devices.getFirst().claims()).isEmpty();
        assertThat(devices.getLast().claims()).containsExactly("shop/c");
        assertThat(devices.getLast().taints()).hasSize(1);
        assertThat(ask(rig, new Query.OneNode("n2")).orElseThrow().devices()).isEmpty();
    }

    private static Message object(Kind kind, String text) {
        return new Message.ObjectSeen(
                new Decoder().object(kind, (Json.Obj) Json.parse(text.replace('\'', '"'))));
    }

    @Test
    void aPausedSchedulerTriesOnePodPerStep() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4"));
        rig.engine.post(new Message.Pause(true));
        rig.pods(pod("one").cpu("1"), pod("two").cpu("1"));
        assertThat(rig.stats().attempts()).isZero();
        assertThat(ask(rig, new Query.Status()).paused()).isTrue();
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
    void aStepWithoutAnActivePodIsNotSavedForLater() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("4"));
        rig.engine.post(new Message.Pause(true));
        rig.engine.post(new Message.Step());
        rig.settle().pods(pod("one").cpu("1"));
        assertThat(rig.stats().attempts()).isZero();
    }

    @Test
    void anAnswerComesWithTheStatusOfTheSameLoopIteration() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("big").cpu("4"));
        var answered = ask(rig, new Query.WithStatus<>(new Query.ExplainPod("default/big")));
        assertThat(answered.answer()).isPresent();
        assertThat(answered.status().informed()).isTrue();
        assertThat(answered.status().atNanos()).isEqualTo(rig.clock.nowNanos());
        assertThat(answered.status().queue().unschedulable()).isEqualTo(1);
    }

    @Test
    void aNodeThatDoesNotExistHasNoWhyNotReport() {
        Rig rig = Rig.plain().nodes(node("n1").cpu("1")).pods(pod("big").cpu("4"));
        assertThat(ask(rig, new Query.WhyNot("default/big", "ghost"))).isEmpty();
        assertThat(ask(rig, new Query.WhyNot("default/ghost", "n1")).orElseThrow().dryRun())
                .isEmpty();
        assertThat(ask(rig, new Query.WhyNot("default/big", "n1")).orElseThrow().dryRun())
                .isPresent();
    }
}
