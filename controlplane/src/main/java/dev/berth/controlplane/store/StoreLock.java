package dev.berth.controlplane.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The lock of the store, and the actions that run after it is released.
final class StoreLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> afterwards = new ArrayList<>();

    <T> T locked(Supplier<T> work) {
        List<Runnable> due = List.of();
        lock.lock();
        try {
            return work.get();
        } finally {
            if (lock.getHoldCount() == 1) {
                due = taken();
            }
            lock.unlock();
            due.forEach(Runnable::run);
        }
    }

    /// Runs the action after the current owner releases the lock.
    void afterwards(Runnable action) {
        afterwards.add(action);
    }

    private List<Runnable> taken() {
        if (afterwards.isEmpty()) {
            return List.of();
        }
        List<Runnable> taken = List.copyOf(afterwards);
        afterwards.clear();
        return taken;
    }
}
