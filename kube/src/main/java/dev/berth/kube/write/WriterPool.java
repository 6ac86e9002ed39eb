package dev.berth.kube.write;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Runs the tasks of a queue on a limited number of virtual threads.
///
/// The limit bounds the requests in flight, and therefore the connections. The queue belongs to the
/// caller and decides the order: each thread takes the first task when it is free, so tasks start
/// in the order of the queue. A thread ends when the queue is empty, so an idle pool has no
/// threads. The pool does not order tasks by object: its callers never have two requests for one
/// object in flight.
public final class WriterPool implements AutoCloseable {
    private final String name;
    private final int max;
    private final Supplier<Optional<Runnable>> queue;
    private final ThreadFactory factory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Set<Thread> running = new HashSet<>();
    private boolean closed;

    /// @param name the name of the threads
    /// @param max the maximum number of tasks that run at the same time
    /// @param queue removes the next task; it must not block, and the pool never calls it on two
    ///   threads at once
    /// @param factory makes virtual threads
    public WriterPool(
            String name, int max, Supplier<Optional<Runnable>> queue, ThreadFactory factory) {
        this.name = name;
        this.max = max;
        this.queue = queue;
        this.factory = factory;
    }

    /// Starts threads for new tasks. Call it after the tasks are in the queue.
    ///
    /// @param tasks the number of new tasks
    public void signal(int tasks) {
        lock.lock();
        try {
            for (int i = 0; i < tasks && running.size() < max && !closed; i++) {
                start();
            }
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        Thread thread = factory.newThread(this::run);
        thread.setName(name);
        running.add(thread);
        thread.start();
    }

    private void run() {
        try {
            for (Optional<Runnable> task = next(); task.isPresent(); task = next()) {
                task.get().run();
            }
        } finally {
            replace();
        }
    }

    /// Takes a task, or removes this thread from the pool. Both happen under the lock: a task that
    /// arrives after the queue was empty finds the thread removed, and [#signal] starts another.
    private Optional<Runnable> next() {
        lock.lock();
        try {
            Optional<Runnable> task =
                    Thread.currentThread().isInterrupted() ? Optional.empty() : queue.get();
            if (task.isEmpty()) {
                remove();
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    /// Starts another thread if a task ended this one with an exception, even in a closed pool: the
    /// queue may not be empty.
    private void replace() {
        lock.lock();
        try {
            if (running.contains(Thread.currentThread())) {
                start();
                remove();
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove() {
        running.remove(Thread.currentThread());
        if (running.isEmpty()) {
            idle.signalAll();
        }
    }

    /// Closes the pool: new tasks start no more threads, and the running ones empty the queue and
    /// end.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    /// Closes the pool and waits for its threads. Interrupts those that still run after the given
    /// time, and then returns false.
    public boolean drain(long maxNanos) throws InterruptedException {
        close();
        lock.lock();
        try {
            long left = maxNanos;
            while (!running.isEmpty() && left > 0) {
                left = idle.awaitNanos(left);
            }
            running.forEach(Thread::interrupt);
            return running.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
