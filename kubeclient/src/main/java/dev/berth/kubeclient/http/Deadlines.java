package dev.berth.kubeclient.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/// Ends the requests whose deadline has passed. Its thread runs while there are requests.
final class Deadlines {
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final LongSupplier nanos;
    private final ThreadFactory threads;
    private final Set<Deadline> running = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean hasThread = new AtomicBoolean();

    Deadlines(LongSupplier nanos, ThreadFactory threads) {
        this.nanos = nanos;
        this.threads = threads;
    }

    Deadline start(Duration limit) {
        var deadline = new Deadline(limit, nanos);
        running.add(deadline);
        if (hasThread.compareAndSet(false, true)) {
            threads.newThread(this::watch).start();
        }
        return deadline;
    }

    /// The request has ended. Returns whether its connection can be reused.
    boolean end(Deadline deadline) {
        running.remove(deadline);
        return deadline.met();
    }

    private void watch() {
        do {
            while (!running.isEmpty()) {
                try {
                    Thread.sleep(INTERVAL);
                } catch (InterruptedException ignored) {
                    // Requests must end in time in any case.
                }
                running.removeIf(Deadline::passIfDue);
            }
            hasThread.set(false);
            // A request that began before the line above relies on this thread.
        } while (!running.isEmpty() && hasThread.compareAndSet(false, true));
    }
}
