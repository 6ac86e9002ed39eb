package dev.berth.controlplane.store;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Wakes one thread; a signal raised while nobody waits is not lost.
public final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition raised = lock.newCondition();
    private boolean up;

    public void raise() {
        lock.lock();
        try {
            up = true;
            raised.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the signal, at most so long, and takes it down.
    public void await(long atMostNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = Math.min(atMostNanos, TimeUnit.HOURS.toNanos(1));
            while (!up && left > 0) {
                left = raised.awaitNanos(left);
            }
            up = false;
        } finally {
            lock.unlock();
        }
    }
}
