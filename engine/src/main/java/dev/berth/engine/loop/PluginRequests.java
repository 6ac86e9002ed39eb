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

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Carries out what plugins request: at once on the scheduling thread, with the next messages from
/// any other thread.
final class PluginRequests {
    private final SchedulingThread thread;
    private final EngineServices services;
    private final ClusterState state;
    private final ClusterEvents events;
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final ObjectWaiters awaiting;
    private final Map<Long, PluginRequest> posted = new ConcurrentHashMap<>();
    private final AtomicLong tickets = new AtomicLong();

    PluginRequests(
            SchedulingThread thread,
            EngineServices services,
            ClusterState state,
            ClusterEvents events,
            Outbox outbox,
            StatusWriter statuses,
            ObjectWaiters awaiting) {
        this.thread = thread;
        this.services = services;
        this.state = state;
        this.events = events;
        this.outbox = outbox;
        this.statuses = statuses;
        this.awaiting = awaiting;
    }

    /// Carries out a request, now or with the next messages.
    void submit(PluginRequest request) {
        if (thread.isCurrent()) {
            carryOut(request);
        } else {
            post(request);
        }
    }

    /// Carries out a request with the next messages.
    void post(PluginRequest request) {
        long ticket = tickets.incrementAndGet();
        posted.put(ticket, request);
        services.inbox().accept(new Message.PluginRequested(ticket));
    }

    /// Carries out a request that was posted.
    void carryOut(long ticket) {
        PluginRequest request = posted.remove(ticket);
        if (request != null) {
            carryOut(request);
        }
    }

    private void carryOut(PluginRequest request) {
        switch (request) {
            case PluginRequest.Run(Runnable code) -> code.run();
            case PluginRequest.RunAfter(var delay, var code) ->
                    services.timers().after(delay, () -> post(new PluginRequest.Run(code)));
            case PluginRequest.RecordEvent(var event) -> outbox.event(event);
            case PluginRequest.SendWrite(var write, var then) -> send(write, then);
            case PluginRequest.AwaitWrite(var write, var outcome) ->
                    completing(outcome, () -> send(write, outcome::complete));
            case PluginRequest.AwaitObject<?> wanted -> await(wanted);
            case PluginRequest.StopAwaiting stop -> awaiting.drop(stop.found());
            case PluginRequest.Pause(var time, var over) ->
                    completing(
                            over, () -> services.timers().after(time, () -> over.complete(true)));
        }
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
