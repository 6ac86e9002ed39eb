package dev.berth.engine.loop;

import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.port.Message;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.state.ClusterState;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

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
            case PluginRequest.Run(var plugin, var code) ->
                    code.run();
            case PluginRequest.RunAfter(var plugin, var delay, var code) ->
                    services.timers()
                            .after(delay, () -> requests.post(new PluginRequest.Run(plugin, code)));
            case PluginRequest.RecordEvent(var event) -> outbox.event(event);
            case PluginRequest.RecordBackgroundTask(var name, var failed, var took) ->
                    services.times().meter().backgroundTaskEnded(name, failed, took.toNanos());
            case PluginRequest.SendWrite(var plugin, var write, var then) -> send(write, then);
            case PluginRequest.AwaitWrite(var write, var outcome) ->
                    completing(outcome, () -> send(write, outcome::complete));
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
                                wanted.check(),
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

    private void send(Write write, Consumer<WriteOutcome> then) {
        if (write instanceof Write.PatchPodStatus patch) {
            nominate(patch);
            statuses.submit(patch, then);
        } else {
            outbox.submit(write, then);
        }
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
