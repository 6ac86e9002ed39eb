package dev.berth.sim.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The one lock, and what is to be done as soon as it is free again.
final class Monitor {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> afterwards = new ArrayList<>();

    <T> T locked(Supplier<T> work) {
        List<Runnable> due;
        T result;
        lock.lock();
        try {
            result = work.get();
            due = lock.getHoldCount() == 1 ? taken() : List.of();
        } finally {
            lock.unlock();
        }
        due.forEach(Runnable::run);
        return result;
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
