package dev.berth.engine.loop;

import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.PostFilters;
import dev.berth.engine.extender.ExtenderCandidates;
import dev.berth.engine.extender.ExtenderRound;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.extender.NodeExtenderRound;
import dev.berth.engine.extender.PreemptionExtenderRound;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.RawObjects;
import dev.berth.model.Encoder;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.PreemptionPlan;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// The attempt that waits for extenders.
///
/// There is at most one, so that extenders see pods one after the other, as with kube-scheduler.
/// Meanwhile the scheduling thread continues with pods that no extender is interested in.
final class SuspendedAttempts {
    private final Extenders extenders;
    private final ClusterState state;
    private final RawObjects whole;
    private final ApiPort api;
    private final BindingExecutor executor;
    private final Message.Inbox inbox;
    private final PluginFailures failures;
    private @Nullable Consumer<ExtenderResult> waiting;
    private String waitingPod = "";
    private long ticket;

    SuspendedAttempts(
            Extenders extenders,
            ClusterState state,
            LoopSettings.Ports ports,
            EngineServices services) {
        this.extenders = extenders;
        this.state = state;
        this.whole = new RawObjects(!extenders.isEmpty(), extenders.wantNodes());
        this.api = ports.api();
        this.executor = ports.executor();
        this.inbox = services.inbox();
        this.failures = services.runner().failures();
    }

    RawObjects whole() {
        return whole;
    }

    /// Whether the pod can be tried only when no other waits for extenders.
    boolean concern(Pod pod) {
        return !extenders.interestedExtendersFor(pod).isEmpty()
                || !extenders.preemptorsFor(pod).isEmpty();
    }

    /// Whether an extender takes part in preemption for the pod.
    boolean concernsPreemption(Pod pod) {
        return !extenders.preemptorsFor(pod).isEmpty();
    }

    /// What extenders leave of preemptions.
    PostFilters.Reply reply(ExtenderResult extenderResult) {
        return PostFilters.Reply.of(extenderResult, state);
    }

    /// Whether the attempt for this pod waits.
    boolean waits(String uid) {
        return waiting != null && waitingPod.equals(uid);
    }

    /// Whether an attempt waits.
    boolean busy() {
        return waiting != null;
    }

    /// Calls the interested extenders; `then` receives the result on the scheduling thread.
    void aboutNodes(Attempt attempt, ExtenderCandidates shortlist, Consumer<ExtenderResult> then) {
        Pod pod = attempt.pod();
        begin(
                pod,
                new NodeExtenderRound(
                        attempt.interestedExtenders(),
                        whole.of(pod),
                        shortlist,
                        whole.of(shortlist.names(), state.nodes()),
                        executor,
                        complaints(pod)),
                then);
    }

    /// Calls the extenders about preemption; `then` receives the result on the scheduling thread.
    void aboutEvictions(
            Attempt attempt, List<PreemptionPlan> plans, Consumer<ExtenderResult> then) {
        Pod pod = attempt.pod();
        begin(
                pod,
                new PreemptionExtenderRound(
                        extenders.preemptorsFor(pod),
                        whole.of(pod),
                        plans,
                        PreemptionExtenderRound.podsOn(plans, state.nodes()),
                        this::read,
                        executor,
                        complaints(pod)),
                then);
    }

    private void begin(Pod pod, ExtenderRound round, Consumer<ExtenderResult> then) {
        if (waiting != null) {
            throw new IllegalStateException("extenders are already being called");
        }
        waiting = then;
        waitingPod = pod.uid();
        long mine = ++ticket;
        executor.run(
                "extenders " + pod.key(),
                () -> inbox.accept(new Message.ExtenderAnswered(mine, round.ask())));
    }

    /// Reports extenders that failed and are ignored.
    private ExtenderRound.Complaints complaints(Pod pod) {
        return (extender, verb, problem) ->
                failures.post("extender " + extender.spec().name(), verb, pod, problem);
    }

    /// A victim as the API server has it; if it cannot be read, as the engine knows it.
    private CompletableFuture<Json.Obj> read(Pod victim) {
        var answer = new CompletableFuture<Json.Obj>();
        api.read(
                victim.namespace(),
                victim.name(),
                outcome ->
                        answer.complete(
                                outcome instanceof ReadOutcome.Found(Pod found, var tree)
                                                && found.uid().equals(victim.uid())
                                        ? tree.orElseGet(() -> Encoder.pod(found))
                                        : Encoder.pod(victim)));
        return answer;
    }

    /// Extenders have responded.
    void extenderResult(long answered, ExtenderResult extenderResult) {
        Consumer<ExtenderResult> then = waiting;
        if (answered == ticket && then != null) {
            waiting = null;
            then.accept(extenderResult);
        }
    }
}
