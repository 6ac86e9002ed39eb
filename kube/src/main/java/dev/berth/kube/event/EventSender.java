package dev.berth.kube.event;

import dev.berth.engine.port.Clock;
import dev.berth.kube.write.WriterPool;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.spi.EventRecord;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Sends the requests of an [EventRecorder] through a [WriterPool]. One more thread waits for the
/// requests that are due later: retries, and updates of series.
public final class EventSender implements AutoCloseable {
    /// The minimum interval between two checks for requests that are due.
    private static final long MIN_CHECK_NANOS = Duration.ofSeconds(1).toNanos();

    private final EventRecorder recorder;
    private final ApiClient client;
    private final WireFormat format;
    private final Clock clock;
    private final int maxInFlight;
    private final WriterPool writers;
    private final Thread timer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;

    /// @param client a client with its own rate limit, so that events never delay bindings
    /// @param maxInFlight the maximum number of requests in flight
    /// @param factory makes virtual threads
    public EventSender(
            EventRecorder recorder,
            ApiClient client,
            WireFormat format,
            Clock clock,
            int maxInFlight,
            ThreadFactory factory) {
        this.recorder = recorder;
        this.client = client;
        this.format = format;
        this.clock = clock;
        this.maxInFlight = maxInFlight;
        this.writers =
                new WriterPool(
                        "events",
                        maxInFlight,
                        () -> recorder.next().map(next -> () -> send(next)),
                        factory);
        this.timer = factory.newThread(this::watchTime);
    }

    /// Starts the sending of requests that are due later. Events are sent before that, too, but
    /// their requests are not repeated.
    public void start() {
        timer.setName("event timer");
        timer.start();
    }

    /// Records events without blocking.
    public void accept(List<EventRecord> events) {
        events.forEach(recorder::record);
        writers.signal(events.size());
    }

    private void watchTime() {
        try {
            do {
                writers.signal(maxInFlight);
            } while (awaitDue());
        } catch (InterruptedException stop) {
            // The remaining events are lost. Events are best effort.
        }
    }

    /// Waits until a request can be due. Returns false after [#close]. While the pool works on
    /// requests that are due already, this is a check per [#MIN_CHECK_NANOS].
    @SuppressWarnings("WaitNotInLoop") // The caller checks again.
    private boolean awaitDue() throws InterruptedException {
        lock.lock();
        try {
            if (!closed) {
                long due = recorder.nextDueNanos() - clock.nowNanos();
                var _ = changed.awaitNanos(Math.max(MIN_CHECK_NANOS, due));
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void send(EventRequest first) {
        try {
            for (Optional<EventRequest> next = Optional.of(first); next.isPresent(); ) {
                EventOutcome outcome = outcome(next.get());
                EventRequest.Purpose purpose = next.get().purpose();
                next = recorder.answered(next.get(), outcome);
                if (!(outcome instanceof EventOutcome.Granted)) {
                    // The recorder may repeat the request later, before the timer's next check.
                    timeChanged();
                }
                if (purpose == EventRequest.Purpose.DISCOVER) {
                    // All events had to wait for the name of their API group.
                    writers.signal(maxInFlight);
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private EventOutcome outcome(EventRequest outgoing) throws InterruptedException {
        try (ApiResponse response = client.send(outgoing.request().accepting(format.mediaType()))) {
            return response.granted()
                    ? new EventOutcome.Granted()
                    : new EventOutcome.Refused(
                            format.readStatus(response.status(), response.body()));
        } catch (IOException e) {
            return new EventOutcome.Unreachable(String.valueOf(e.getMessage()));
        } catch (RuntimeException bug) {
            return new EventOutcome.Unreachable(bug.toString());
        }
    }

    private void timeChanged() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Stops the sender: it sends the queued events and then ends. Events that wait for a retry are
    /// lost.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        writers.close();
    }

    /// Stops the sender and waits until it has sent the queued events, for the given time at most.
    /// Returns false if events are left.
    public boolean drain(long maxNanos) throws InterruptedException {
        close();
        return writers.drain(maxNanos);
    }
}
