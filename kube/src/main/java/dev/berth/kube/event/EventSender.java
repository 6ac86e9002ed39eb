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

/// Sends the requests of an [EventRecorder] on several threads.
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

    /// @param client a client with its own rate limit, so that events never delay bindings
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

    /// Records events without blocking.
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
            // The remaining events are lost. Events are best effort.
        }
    }

    /// Waits until a request can be due; spurious wakeups are possible. Returns false after
    /// [#close].
    @SuppressWarnings("WaitNotInLoop") // The caller checks again.
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
        // The response can make a request available for another thread.
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

    /// Stops the sender: the threads send what is queued and then end.
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

    /// Stops the sender and waits until the threads have sent all events, for the given time at
    /// most. Returns false if events are left.
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
