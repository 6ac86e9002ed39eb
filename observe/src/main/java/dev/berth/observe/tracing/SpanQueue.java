package dev.berth.observe.tracing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// The spans that wait for the exporter. A span that does not fit is dropped and counted, so that a
/// slow collector costs neither memory nor time of the scheduler.
final class SpanQueue {
    private final int capacity;
    private final int batch;
    private final Runnable fullBatch;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Span> waiting = new ArrayDeque<>();
    private final AtomicLong dropped = new AtomicLong();

    /// @param fullBatch called when the spans of a batch wait
    SpanQueue(int capacity, int batch, Runnable fullBatch) {
        this.capacity = capacity;
        this.batch = batch;
        this.fullBatch = fullBatch;
    }

    void addAll(List<Span> spans) {
        boolean full;
        lock.lock();
        try {
            int before = waiting.size();
            int fitting = Math.min(spans.size(), capacity - before);
            waiting.addAll(fitting == spans.size() ? spans : spans.subList(0, fitting));
            dropped.addAndGet(spans.size() - (long) fitting);
            full = before < batch && waiting.size() >= batch;
        } finally {
            lock.unlock();
        }
        if (full) {
            fullBatch.run();
        }
    }

    /// A span was not recorded because its trace has too many.
    void drop() {
        dropped.incrementAndGet();
    }

    /// Removes the next batch; empty if no spans wait.
    List<Span> take() {
        lock.lock();
        try {
            var next = new ArrayList<Span>(Math.min(batch, waiting.size()));
            while (next.size() < batch && !waiting.isEmpty()) {
                next.add(waiting.removeFirst());
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /// The number of spans that did not fit.
    long dropped() {
        return dropped.get();
    }
}
