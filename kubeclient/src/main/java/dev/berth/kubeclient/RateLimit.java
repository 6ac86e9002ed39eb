package dev.berth.kubeclient;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// So many calls a second, and so many at once after a rest.
///
/// It remembers one moment: when the next call would be due if all came evenly. Calls may run ahead
/// of it by a burst.
public final class RateLimit {
    /// As many as one likes.
    public static final RateLimit NONE = new RateLimit(-1, 1, () -> 0);

    private static final double SECOND = 1_000_000_000;

    private final LongSupplier nanos;
    private final long interval;
    private final long ahead;
    private final ReentrantLock lock = new ReentrantLock();
    private long due;

    /// @param perSecond none or less means no limit
    public RateLimit(float perSecond, int burst, LongSupplier nanos) {
        this.nanos = nanos;
        this.interval = perSecond > 0 ? Math.max(1, (long) (SECOND / perSecond)) : 0;
        this.ahead = interval * Math.max(0, burst - 1);
        this.due = interval > 0 ? nanos.getAsLong() : 0;
    }

    /// Takes a place in the line; how long it takes until it is due, in nanoseconds.
    public long reserve() {
        if (interval == 0) {
            return 0;
        }
        lock.lock();
        try {
            long now = nanos.getAsLong();
            due = Math.max(due, now) + interval;
            return Math.max(0, due - interval - ahead - now);
        } finally {
            lock.unlock();
        }
    }
}
