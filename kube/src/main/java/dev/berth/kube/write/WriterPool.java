package dev.berth.kube.write;

import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A pool of threads that run tasks in their order of arrival.
///
/// The maximum size of the pool limits the requests in flight, and therefore the connections. The
/// pool starts a thread when a task arrives and no thread is idle.
final class WriterPool implements AutoCloseable {
    private final String name;
    private final int max;
    private final ThreadFactory factory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int started;
    private int free;
    private boolean closed;

    WriterPool(String name, int max, ThreadFactory factory) {
        this.name = name;
        this.max = max;
        this.factory = factory;
    }

    void add(Runnable task) {
        lock.lock();
        try {
            waiting.add(task);
            dispatch();
        } finally {
            lock.unlock();
        }
    }

    /// Adds a task before the waiting ones.
    void addFirst(Runnable task) {
        lock.lock();
        try {
            waiting.addFirst(task);
            dispatch();
        } finally {
            lock.unlock();
        }
    }

    private void dispatch() {
        if (free >= waiting.size()) {
            work.signal();
        } else if (started < max && !closed) {
            started++;
            Thread thread = factory.newThread(this::run);
            thread.setName(name + " " + started);
            thread.start();
        }
    }

    private void run() {
        try {
            while (true) {
                take().run();
            }
        } catch (InterruptedException stop) {
            // The pool is closed.
        }
    }

    private Runnable take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            free++;
            while (waiting.isEmpty()) {
                if (closed) {
                    throw new InterruptedException();
                }
                work.await();
            }
            return waiting.poll();
        } finally {
            free--;
            lock.unlock();
        }
    }

    /// Closes the pool: the threads run the waiting tasks and then end.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }
}
