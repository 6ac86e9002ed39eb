package dev.berth.engine.loop;

import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.ExtenderFailures;
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
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.RawObjects;
import dev.berth.model.Encoder;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.PreemptionPlan;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The attempt that waits for extenders.
///
/// There is at most one, so that extenders see pods one after the other, as with kube-scheduler.
/// Meanwhile the scheduling thread continues with pods that no extender is interested in.
final class SuspendedAttempt {
    private final Supplier<Extenders> extenders;
    private final ClusterState state;
    private final RawObjects rawObjects;
    private final ApiPort api;
    private final BindingExecutor executor;
    private final Message.Inbox inbox;
    private final PluginFailures failures;
    private @Nullable Consumer<ExtenderResult> waiting;
    private @Nullable Attempt suspended;
    private long ticket;

    /// @param extenders the extenders of the configuration in force
    SuspendedAttempt(
            Supplier<Extenders> extenders,
            RawObjects rawObjects,
            ClusterState state,
            LoopSettings.Ports ports,
            EngineServices services) {
        this.extenders = extenders;
        this.state = state;
        this.rawObjects = rawObjects;
        this.api = ports.api();
        this.executor = ports.executor();
        this.inbox = services.inbox();
        this.failures = services.runner().failures();
    }

    /// Whether extenders are interested in the pod, so that it cannot be scheduled while another
    /// attempt waits for extenders.
    boolean needsExtenders(Pod pod) {
        Extenders inForce = extenders.get();
        return !inForce.interestedExtendersFor(pod).isEmpty()
                || !inForce.preemptorsFor(pod).isEmpty();
    }

    /// Whether an extender takes part in preemption for the pod of the attempt.
    boolean preemptionNeedsExtenders(Attempt attempt) {
        return !attempt.extenders().preemptorsFor(attempt.pod()).isEmpty();
    }

    /// The preemption plans that the extenders accept.
    PostFilters.Reply reply(ExtenderResult extenderResult) {
        return PostFilters.Reply.of(extenderResult, state);
    }

    /// Whether the attempt for this pod waits.
    boolean waits(String uid) {
        return suspended != null && suspended.pod().uid().equals(uid);
    }

    /// The attempt that waits.
    Optional<Attempt> attempt() {
        return Optional.ofNullable(suspended);
    }

    /// Whether an attempt waits.
    boolean busy() {
        return waiting != null;
    }

    /// Calls the interested extenders; `then` receives the result on the scheduling thread.
    void callForNodes(
            Attempt attempt, ExtenderCandidates candidates, Consumer<ExtenderResult> then) {
        Pod pod = attempt.pod();
        begin(
                attempt,
                new NodeExtenderRound(
                        attempt.interestedExtenders(),
                        rawObjects.of(pod),
                        candidates,
                        rawObjects.of(candidates.names(), state.nodes()),
                        executor,
                        new ExtenderFailures(failures, pod)),
                then);
    }

    /// Calls the extenders about preemption; `then` receives the result on the scheduling thread.
    void callForPreemption(
            Attempt attempt, List<PreemptionPlan> plans, Consumer<ExtenderResult> then) {
        Pod pod = attempt.pod();
        begin(
                attempt,
                new PreemptionExtenderRound(
                        attempt.extenders().preemptorsFor(pod),
                        rawObjects.of(pod),
                        plans,
                        PreemptionExtenderRound.podsOn(plans, state.nodes()),
                        this::read,
                        executor,
                        new ExtenderFailures(failures, pod)),
                then);
    }

    private void begin(Attempt attempt, ExtenderRound round, Consumer<ExtenderResult> then) {
        if (waiting != null) {
            throw new IllegalStateException("another attempt waits for extenders");
        }
        long sent = ++ticket;
        executor.run(
                "extenders " + attempt.pod().key(),
                TraceScope.of(attempt.queued().trace())
                        .carriedBy(() ->
                                inbox.accept(new Message.ExtenderResponded(sent, round.call()))));
        waiting = then;
        suspended = attempt;
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
            suspended = null;
            then.accept(extenderResult);
        }
    }
}
