package dev.berth.engine.loop;

import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.state.SchedulingThread;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Passes requests of plugins to [PluginRequestHandler]: at once on the scheduling thread, with the
/// next messages from any other thread.
final class PluginRequests {
    private final SchedulingThread thread;
    private final Message.Inbox inbox;
    private final BindingExecutor executor;
    private final PluginTimes times;
    private final Supplier<PluginRequestHandler> handler;
    private final Map<Long, PluginRequest> posted = new ConcurrentHashMap<>();
    private final AtomicLong tickets = new AtomicLong();

    /// @param handler the handler, which is created after the plugins
    PluginRequests(
            SchedulingThread thread,
            Message.Inbox inbox,
            BindingExecutor executor,
            PluginTimes times,
            Supplier<PluginRequestHandler> handler) {
        this.thread = thread;
        this.inbox = inbox;
        this.executor = executor;
        this.times = times;
        this.handler = handler;
    }

    /// The position of the calling plugin in the trace of an attempt that has not ended.
    TraceScope scope() {
        TraceScope carried = TraceScope.current();
        TraceScope scope = carried.on() || !thread.isCurrent() ? carried : times.scope();
        return scope.trace().open() ? scope : TraceScope.NONE;
    }

    /// Handles a request, now or with the next messages.
    void submit(PluginRequest request) {
        if (thread.isCurrent()) {
            handler.get().handle(request);
        } else {
            post(request);
        }
    }

    /// Handles a request with the next messages.
    void post(PluginRequest request) {
        long ticket = tickets.incrementAndGet();
        posted.put(ticket, request);
        inbox.accept(new Message.PluginRequested(ticket));
    }

    /// Handles a request that was posted.
    void handle(long ticket) {
        PluginRequest request = posted.remove(ticket);
        if (request != null) {
            handler.get().handle(request);
        }
    }

    /// A plugin or an extender failed on another thread.
    void failed(Message.PluginFailed failure) {
        handler.get().failed(failure);
    }

    /// Activates pending pods, by `namespace/name`.
    void activate(List<String> podKeys) {
        inbox.accept(new Message.Activate(podKeys));
    }

    /// Waits on a binding thread until the scheduling thread has completed `future`.
    <T> T await(CompletableFuture<T> future) throws InterruptedException, ExecutionException {
        return executor.await(future);
    }
}
