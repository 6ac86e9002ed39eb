package dev.berth.kube.event;

import dev.berth.engine.port.Clock;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.spi.EventRecord;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Sends what a recorder wants to be sent, with several threads.
public final class EventSender implements AutoCloseable {
    private final EventRecorder recorder;
    private final ApiClient client;
    private final WireFormat format;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final List<Thread> threads = new ArrayList<>();
    private int idle;
    private boolean closed;

    /// @param client one with limits of its own: events must not keep bindings waiting
    public EventSender(EventRecorder recorder, ApiClient client, WireFormat format, Clock clock) {
        this.recorder = recorder;
        this.client = client;
        this.format = format;
        this.clock = clock;
    }

    public void start(int atOnce, ThreadFactory factory) {
        for (int i = 0; i < atOnce; i++) {
            Thread thread = factory.newThread(this::run);
            thread.setName("events " + i);
            threads.add(thread);
            thread.start();
        }
    }

    /// Takes note of events; never waits.
    public void accept(List<EventRecord> notes) {
        notes.forEach(recorder::record);
        wake(notes.size());
    }

    private void run() {
        try {
            while (true) {
                Optional<EventRequest> next = recorder.next();
                if (next.isEmpty()) {
                    if (!await()) {
                        return;
                    }
                } else {
                    send(next.get());
                }
            }
        } catch (InterruptedException stop) {
            // What was not sent is lost; events may be.
        }
    }

    /// Waits until there may be something, if only by mistake; false when there will be nothing
    /// more.
    @SuppressWarnings("WaitNotInLoop") // Whoever calls looks again.
    private boolean await() throws InterruptedException {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            idle++;
            long due = recorder.nextDueNanos() - clock.nowNanos();
            var _ = more.await(Math.max(1, due), TimeUnit.NANOSECONDS);
            idle--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void send(EventRequest first) throws InterruptedException {
        for (Optional<EventRequest> next = Optional.of(first); next.isPresent(); ) {
            next = recorder.answered(next.get(), outcome(next.get()));
        }
        // What the answer set free may be for others too.
        wake(1);
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

    private void wake(int max) {
        lock.lock();
        try {
            for (int i = Math.min(max, idle); i > 0; i--) {
                more.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /// What waits is still sent, then the threads end.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until everything is sent, at most so long; false if something is left.
    public boolean drain(long atMostNanos) throws InterruptedException {
        close();
        long deadline = clock.nowNanos() + atMostNanos;
        boolean all = true;
        for (Thread thread : threads) {
            long left = Math.max(1, (deadline - clock.nowNanos()) / 1_000_000);
            all &= thread.join(Duration.ofMillis(left));
        }
        threads.forEach(Thread::interrupt);
        return all;
    }
}
