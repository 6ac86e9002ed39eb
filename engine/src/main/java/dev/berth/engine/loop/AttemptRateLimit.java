package dev.berth.engine.loop;

/// The rate limit of attempts (`--bind-pods-qps` of old schedulers): a token bucket, full at first;
/// each attempt takes one token.
///
/// Instead of the number of tokens, the time is kept at which the bucket is full again: one number,
/// which does not drift.
public final class AttemptRateLimit {
    private static final double NANOS_A_SECOND = 1e9;
    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private final long intervalNanos;
    private final long allowanceNanos;
    private long fullNanos = LONG_AGO;

    private AttemptRateLimit(long intervalNanos, int burst) {
        this.intervalNanos = intervalNanos;
        this.allowanceNanos = intervalNanos * (burst - 1L);
    }

    /// No limit.
    public static AttemptRateLimit unlimited() {
        return new AttemptRateLimit(0, 1);
    }

    /// @param perSecond tokens added per second
    /// @param burst the capacity of the bucket
    public static AttemptRateLimit of(double perSecond, int burst) {
        double interval = NANOS_A_SECOND / perSecond;
        if (!(perSecond > 0) || burst < 1 || interval * burst > -(double) LONG_AGO) {
            throw new IllegalArgumentException(
                    "the rate limit needs a rate above 0 and a burst of at least 1, was %s and %d"
                            .formatted(perSecond, burst));
        }
        // Rounded down, so that the rate is not lower than configured.
        return new AttemptRateLimit(Math.max(1, (long) interval), burst);
    }

    boolean limited() {
        return intervalNanos > 0;
    }

    /// When the next attempt may begin.
    long dueNanos() {
        return fullNanos - allowanceNanos;
    }

    /// Takes a token.
    void take(long now) {
        fullNanos = Math.max(now, fullNanos) + intervalNanos;
    }
}
