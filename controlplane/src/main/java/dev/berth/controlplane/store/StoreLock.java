package dev.berth.controlplane.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The one lock, and what is to be done as soon as it is free again.
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

    /// Calls this, without the lock, once whoever holds it has let it go.
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
