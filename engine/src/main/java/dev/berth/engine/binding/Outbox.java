package dev.berth.engine.binding;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Trace;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.model.Condition;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The API calls that were submitted and have no response yet (kube-scheduler: `APIDispatcher`).
///
/// At most one call per object is in flight; later calls wait for it. Status patches of one pod
/// that wait are merged into one, and a bind drops those that wait, since the API server writes the
/// condition itself then. So however fast decisions change, the server sees at most one call and
/// one follow-up per pod.
///
/// Calls are collected and sent in batches by [#flush]. Responses come back as messages with the
/// call's ticket and are passed to the sender on the scheduling thread. A status patch that fails
/// with a temporary error (409, 500, 503) is retried up to three times, after 10 ms, 50 ms and 250
/// ms; every other call is retried by its sender, if at all.
///
/// No call is lost: a call leaves the outbox only with its response. What was tried: one virtual
/// thread per call, which is simpler but reorders calls for one object.
public final class Outbox {
    private static final String SCHEDULED = "PodScheduled";

    private static final int PATCH_ATTEMPTS = 4;
    private static final long FIRST_RETRY_NANOS = 10_000_000;

    private final ApiPort api;
    private final Message.Inbox inbox;
    private final Timers timers;
    private final PluginTimes times;
    private final Map<String, ObjectQueue> queues = new HashMap<>();
    private final Map<Long, Pending> inFlight = new HashMap<>();
    private List<ApiPort.Call> ready = new ArrayList<>();
    private List<EventRecord> events = new ArrayList<>();
    private long tickets;

    /// A write, the receiver of its outcome, and how often it was tried.
    private static final class Pending {
        final Write write;
        final TraceScope scope;
        final Consumer<WriteOutcome> then;
        Trace.Call traced = Trace.Call.NONE;
        int attempts;
        long sentTicks;

        Pending(Write write, TraceScope scope, Consumer<WriteOutcome> then) {
            this.write = write;
            this.scope = scope;
            this.then = then;
        }
    }

    /// The calls for one object: one in flight, the others wait.
    private static final class ObjectQueue {
        /// Created with the first call that waits, because most objects have one call at a time.
        @Nullable ArrayDeque<Pending> waiting;

        ArrayDeque<Pending> waiting() {
            if (waiting == null) {
                waiting = new ArrayDeque<>();
            }
            return waiting;
        }

        Collection<Pending> all() {
            return waiting == null ? List.of() : waiting;
        }

        @Nullable Pending poll() {
            return waiting == null ? null : waiting.poll();
        }
    }

    public Outbox(ApiPort api, Message.Inbox inbox, Timers timers, PluginTimes times) {
        this.api = api;
        this.inbox = inbox;
        this.timers = timers;
        this.times = times;
    }

    /// Sends a write when no other call for its object is in flight; `then` receives the outcome on
    /// the scheduling thread.
    ///
    /// @param scope the position in the trace that makes the call
    public void submit(Write write, TraceScope scope, Consumer<WriteOutcome> then) {
        var pending = new Pending(write, scope, then);
        ObjectQueue queue = queues.get(write.uid());
        if (queue == null) {
            queues.put(write.uid(), new ObjectQueue());
            send(pending);
        } else {
            enqueue(queue.waiting(), pending);
        }
    }

    private static void enqueue(ArrayDeque<Pending> waiting, Pending pending) {
        if (pending.write instanceof Write.BindPod) {
            for (Pending other : List.copyOf(waiting)) {
                if (other.write instanceof Write.PatchPodStatus patch && settledByBinding(patch)) {
                    waiting.remove(other);
                    other.then.accept(WriteOutcome.DONE);
                }
            }
        } else if (pending.write instanceof Write.PatchPodStatus patch) {
            Pending last = waiting.peekLast();
            if (last != null
                    && last.write instanceof Write.PatchPodStatus earlier
                    && mergeable(earlier, patch)) {
                waiting.removeLast();
                waiting.add(
                        new Pending(
                                merge(earlier, patch),
                                pending.scope.on() ? pending.scope : last.scope,
                                last.then.andThen(pending.then)));
                return;
            }
        }
        waiting.add(pending);
    }

    /// A bind sets the `PodScheduled` condition and ends the nomination. Patches of other
    /// conditions are still sent.
    private static boolean settledByBinding(Write.PatchPodStatus patch) {
        return patch.condition().map(Condition::type).orElse(SCHEDULED).equals(SCHEDULED);
    }

    private static boolean mergeable(Write.PatchPodStatus earlier, Write.PatchPodStatus later) {
        return earlier.condition().isEmpty()
                || later.condition().isEmpty()
                || earlier.condition().get().type().equals(later.condition().get().type());
    }

    private static Write merge(Write.PatchPodStatus earlier, Write.PatchPodStatus later) {
        return new Write.PatchPodStatus(
                later.pod(),
                later.condition().or(earlier::condition),
                later.nomination() instanceof Nomination.Keep
                        ? earlier.nomination()
                        : later.nomination());
    }

    private void send(Pending pending) {
        long ticket = tickets++;
        pending.attempts++;
        pending.sentTicks = times.last();
        if (pending.scope.on()) {
            pending.traced = pending.scope.call(nameOf(pending.write));
        }
        inFlight.put(ticket, pending);
        ready.add(
                new ApiPort.Call(
                        pending.write,
                        pending.traced.traceparent(),
                        outcome -> inbox.accept(new Message.CallEnded(ticket, outcome))));
    }

    public void event(EventRecord event) {
        events.add(event);
    }

    /// The number of calls without a response.
    public int inFlight() {
        return inFlight.size();
    }

    /// The number of calls and events that wait for [#flush].
    public int ready() {
        return ready.size() + events.size();
    }

    /// Sends the collected calls and events; returns how many.
    public int flush() {
        int handedOver = ready.size() + events.size();
        if (!ready.isEmpty()) {
            List<ApiPort.Call> batch = ready;
            ready = new ArrayList<>(batch.size());
            submit(batch);
        }
        if (!events.isEmpty()) {
            List<EventRecord> batch = events;
            events = new ArrayList<>(batch.size());
            api.events(batch);
        }
        return handedOver;
    }

    /// Sends calls. If that fails, it is unknown which of them were sent. If one of them gets a
    /// response nevertheless, its first outcome counts.
    private void submit(List<ApiPort.Call> batch) {
        try {
            api.submit(batch);
        } catch (RuntimeException | Error bug) {
            var unknown = new WriteOutcome.Unknown("the call could not be submitted: " + bug);
            batch.forEach(call -> call.answer().accept(unknown));
            throw bug;
        }
    }

    /// A call got its response.
    public void ended(long ticket, WriteOutcome outcome) {
        Pending pending = inFlight.remove(ticket);
        if (pending == null) {
            return;
        }
        times.meter()
                .called(
                        typeOf(pending.write),
                        !(outcome instanceof WriteOutcome.Done),
                        times.upToLast(pending.sentTicks));
        pending.traced.ended(errorOf(outcome));
        if (retry(pending, outcome)) {
            return;
        }
        ObjectQueue queue = queues.get(pending.write.uid());
        Pending next = queue == null ? null : queue.poll();
        if (next == null) {
            queues.remove(pending.write.uid());
        } else {
            send(next);
        }
        pending.then.accept(outcome);
    }

    private boolean retry(Pending pending, WriteOutcome outcome) {
        if (!(pending.write instanceof Write.PatchPodStatus)
                || !(outcome instanceof WriteOutcome.Refused refused)
                || pending.attempts >= PATCH_ATTEMPTS
                || refused.code() != 500
                        && refused.code() != 503
                        && refused.code() != WriteOutcome.Refused.CONFLICT) {
            return false;
        }
        long wait = FIRST_RETRY_NANOS;
        for (int i = 1; i < pending.attempts; i++) {
            wait *= 5;
        }
        timers.at(timers.nowNanos() + wait, () -> send(pending));
        return true;
    }

    private static String errorOf(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Done done -> "";
            case WriteOutcome.Refused refused ->
                    refused.code() == 0
                            ? refused.message()
                            : "%d: %s".formatted(refused.code(), refused.message());
            case WriteOutcome.Unknown unknown -> unknown.message();
        };
    }

    /// The method and the resource, for traces.
    private static String nameOf(Write write) {
        return switch (write) {
            case Write.BindPod bind -> "POST pods/binding";
            case Write.PatchPodStatus patch -> "PATCH pods/status";
            case Write.DeletePod delete -> "DELETE pods";
            case Write.Merge merge -> "PATCH " + merge.kind().plural();
            case Write.Replace replace -> "PUT " + replace.kind().plural();
            case Write.MergeStatus status -> "PATCH " + status.kind().plural() + "/status";
            case Write.Create create -> "POST " + create.kind().plural();
            case Write.Delete delete -> "DELETE " + delete.kind().plural();
        };
    }

    private static Meter.CallType typeOf(Write write) {
        return switch (write) {
            case Write.BindPod bind -> Meter.CallType.BINDING;
            case Write.PatchPodStatus patch -> Meter.CallType.STATUS_PATCH;
            case Write.DeletePod delete -> Meter.CallType.OTHER;
            case Write.Merge merge -> Meter.CallType.OTHER;
            case Write.Replace replace -> Meter.CallType.OTHER;
            case Write.MergeStatus status -> Meter.CallType.OTHER;
            case Write.Create create -> Meter.CallType.OTHER;
            case Write.Delete delete -> Meter.CallType.OTHER;
        };
    }

    /// The number of waiting and unanswered calls by type.
    public SortedMap<String, Integer> calls() {
        var calls = new TreeMap<String, Integer>();
        inFlight.values().forEach(call -> calls.merge(typeOf(call.write).label(), 1, Integer::sum));
        queues.values()
                .forEach(queue ->
                        queue.all()
                                .forEach(call ->
                                        calls.merge(typeOf(call.write).label(), 1, Integer::sum)));
        return calls;
    }

    /// Whether every call got its response.
    public boolean isEmpty() {
        return queues.isEmpty() && ready.isEmpty() && events.isEmpty();
    }
}
