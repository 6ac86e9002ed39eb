package dev.berth.kubeclient;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// A rate limit with a burst. client-go: `flowcontrol.RateLimiter`.
///
/// The only state is the time at which the next call is due at the even rate. Calls can run ahead
/// of that time by the burst.
public final class RateLimit {
    /// No limit.
    public static final RateLimit NONE = new RateLimit(-1, 1, () -> 0);

    private static final double SECOND = 1_000_000_000;

    private final LongSupplier nanos;
    private final long interval;
    private final long ahead;
    private final ReentrantLock lock = new ReentrantLock();
    private long due;

    /// @param perSecond zero or less means no limit
    public RateLimit(float perSecond, int burst, LongSupplier nanos) {
        this.nanos = nanos;
        this.interval = perSecond > 0 ? Math.max(1, (long) (SECOND / perSecond)) : 0;
        this.ahead = interval * Math.max(0, burst - 1);
        this.due = interval > 0 ? nanos.getAsLong() : 0;
    }

    /// Reserves a call and returns the nanoseconds until it is due.
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
