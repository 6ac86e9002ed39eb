package dev.berth.dashboard;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/// A value that is loaded once for all readers within some time.
final class TimedCache<T> {
    private final Supplier<Optional<T>> source;
    private final LongSupplier ticks;
    private final LongUnaryOperator lifetime;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<T> last = Optional.empty();
    private long staleTicks;

    /// @param source empty if there is no value; then the next reader loads again
    /// @param lifetime for how long a value is valid, by how long it took to load
    TimedCache(Supplier<Optional<T>> source, LongSupplier ticks, LongUnaryOperator lifetime) {
        this.source = source;
        this.ticks = ticks;
        this.lifetime = lifetime;
    }

    Optional<T> get() {
        lock.lock();
        try {
            long began = ticks.getAsLong();
            if (last.isEmpty() || began >= staleTicks) {
                last = source.get();
                staleTicks = began + lifetime.applyAsLong(ticks.getAsLong() - began);
            }
            return last;
        } finally {
            lock.unlock();
        }
    }
}
