package dev.berth.dashboard;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/// An answer that serves all who ask within a while.
final class Fresh<T> {
    private final Supplier<Optional<T>> source;
    private final LongSupplier ticks;
    private final LongUnaryOperator lasts;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<T> last = Optional.empty();
    private long staleTicks;

    /// @param source empty if there is no answer; then the next who asks tries again
    /// @param lasts for how long an answer serves, by how long it took
    Fresh(Supplier<Optional<T>> source, LongSupplier ticks, LongUnaryOperator lasts) {
        this.source = source;
        this.ticks = ticks;
        this.lasts = lasts;
    }

    Optional<T> get() {
        lock.lock();
        try {
            long began = ticks.getAsLong();
            if (last.isEmpty() || began >= staleTicks) {
                last = source.get();
                staleTicks = began + lasts.applyAsLong(ticks.getAsLong() - began);
            }
            return last;
        } finally {
            lock.unlock();
        }
    }
}
