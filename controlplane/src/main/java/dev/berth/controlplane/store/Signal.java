package dev.berth.controlplane.store;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Unblocks a waiting thread. A signal that is raised while no thread waits is kept.
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

    /// Waits for the signal for at most `atMostNanos`, and resets it.
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
