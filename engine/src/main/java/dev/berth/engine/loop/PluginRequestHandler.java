package dev.berth.engine.loop;

import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Handles requests of plugins on the scheduling thread.
final class PluginRequestHandler {
    private final EngineServices services;
    private final ClusterState state;
    private final ClusterEvents events;
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final ObjectWaiters awaiting;
    private final PluginRequests requests;

    PluginRequestHandler(
            EngineServices services,
            ClusterState state,
            ClusterEvents events,
            Outbox outbox,
            StatusWriter statuses,
            ObjectWaiters awaiting,
            PluginRequests requests) {
        this.services = services;
        this.state = state;
        this.events = events;
        this.outbox = outbox;
        this.statuses = statuses;
        this.awaiting = awaiting;
        this.requests = requests;
    }

    void handle(PluginRequest request) {
        switch (request) {
            case PluginRequest.Run(var plugin, var scope, var code) ->
                    services.runner().runLater(plugin, scope.carriedBy(code));
            case PluginRequest.RunAfter(var plugin, var delay, var scope, var code) ->
                    services.timers()
                            .after(
                                    delay,
                                    () ->
                                            requests.post(
                                                    new PluginRequest.Run(plugin, scope, code)));
            case PluginRequest.RecordEvent(var event) -> outbox.event(event);
            case PluginRequest.RecordMetric(var name, var took, var labels) ->
                    services.times().meter().recorded(name, took.toNanos(), labels);
            case PluginRequest.RecordBackgroundTask(var name, var failed, var took) ->
                    services.times().meter().backgroundTaskEnded(name, failed, took.toNanos());
            case PluginRequest.SendWrite(var plugin, var write, var scope, var then) ->
                    send(
                            write,
                            scope,
                            outcome ->
                                    scope.carriedBy(() ->
                                                    services.runner()
                                                            .written(
                                                                    plugin,
                                                                    then,
                                                                    outcome,
                                                                    podOf(write)))
                                            .run());
            case PluginRequest.AwaitWrite(var write, var scope, var outcome) ->
                    completing(outcome, () -> send(write, scope, outcome::complete));
            case PluginRequest.AwaitObject<?> wanted -> await(wanted);
            case PluginRequest.StopAwaiting stop -> awaiting.drop(stop.found());
            case PluginRequest.Pause(var time, var over) ->
                    completing(
                            over, () -> services.timers().after(time, () -> over.complete(true)));
        }
    }

    /// A plugin or an extender failed on another thread.
    void failed(Message.PluginFailed failure) {
        services.runner().failures().report(failure);
    }

    private <T> void await(PluginRequest.AwaitObject<T> wanted) {
        completing(
                wanted.found(),
                () ->
                        awaiting.add(
                                objects ->
                                        services.runner()
                                                .await(wanted.plugin(), wanted.check(), objects),
                                services.timers().endOf(wanted.atMost()),
                                wanted.found()));
    }

    /// Runs `code`; if it fails, so does the future that a binding thread waits for.
    private static void completing(CompletableFuture<?> waiting, Runnable code) {
        try {
            code.run();
        } catch (RuntimeException | Error problem) {
            waiting.completeExceptionally(problem);
            throw problem;
        }
    }

    private void send(Write write, TraceScope scope, Consumer<WriteOutcome> then) {
        if (write instanceof Write.PatchPodStatus patch) {
            nominate(patch);
            statuses.submit(patch, scope, then);
        } else {
            outbox.submit(write, scope, then);
        }
    }

    /// The pod that is written, if it is known.
    private @Nullable Pod podOf(Write write) {
        return switch (write) {
            case Write.PatchPodStatus patch -> patch.pod();
            case Write.BindPod bind -> podOf(bind.uid());
            case Write.DeletePod delete -> podOf(delete.uid());
            case Write.Merge merge -> podOf(merge.uid());
            case Write.Replace replace -> podOf(replace.uid());
            case Write.MergeStatus status -> podOf(status.uid());
            case Write.Create create -> podOf(create.uid());
            case Write.Delete delete -> podOf(delete.uid());
        };
    }

    private @Nullable Pod podOf(String uid) {
        return state.pod(uid).map(PodEntry::seen).orElse(null);
    }

    /// A nomination by a plugin holds at once, because later updates of the pod may not show it.
    private void nominate(Write.PatchPodStatus patch) {
        boolean pending =
                state.pod(patch.uid())
                        .filter(pod -> !pod.assumed() && !pod.seen().assigned())
                        .isPresent();
        if (pending && patch.nomination() instanceof Nomination.Nominate(String node)) {
            events.nominationsEnded(state.nominate(patch.uid(), node));
        }
    }
}
