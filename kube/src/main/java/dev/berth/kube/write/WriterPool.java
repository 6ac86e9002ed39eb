package dev.berth.kube.write;

import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Some threads that do one piece of work after the other, in the order it comes.
///
/// How many there are is how many requests are under way at once, and so how many connections there
/// are. A thread is started when there is work and none is free.
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

    void add(Runnable piece) {
        lock.lock();
        try {
            waiting.add(piece);
            wake();
        } finally {
            lock.unlock();
        }
    }

    /// Does it before what waits.
    void addFirst(Runnable piece) {
        lock.lock();
        try {
            waiting.addFirst(piece);
            wake();
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        if (free >= waiting.size()) {
            work.signal();
        } else if (started < max && !closed) {
            started++;
            Thread writer = factory.newThread(this::run);
            writer.setName(name + " " + started);
            writer.start();
        }
    }

    private void run() {
        try {
            while (true) {
                take().run();
            }
        } catch (InterruptedException stop) {
            // Nobody waits for more.
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

    /// What waits is still done, then the threads end.
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
