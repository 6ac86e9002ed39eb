package dev.berth.devices.allocation;

import java.time.Duration;
import java.util.function.LongSupplier;

/// The time limit of the allocation on one node.
public final class AllocationDeadline {
    private final LongSupplier nowNanos;
    private final long started;
    private final long limitNanos;

    private AllocationDeadline(LongSupplier nowNanos, long limitNanos) {
        this.nowNanos = nowNanos;
        this.started = nowNanos.getAsLong();
        this.limitNanos = limitNanos;
    }

    /// @param limit zero for no limit
    public static AllocationDeadline after(Duration limit, LongSupplier nowNanos) {
        return new AllocationDeadline(nowNanos, limit.isZero() ? Long.MAX_VALUE : limit.toNanos());
    }

    void check() {
        if (limitNanos != Long.MAX_VALUE && nowNanos.getAsLong() - started >= limitNanos) {
            throw new TimedOut();
        }
    }

    /// The time is over.
    static final class TimedOut extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
