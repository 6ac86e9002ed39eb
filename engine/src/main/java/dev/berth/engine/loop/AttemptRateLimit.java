package dev.berth.engine.loop;

/// How often pods may be tried: a bucket of tokens, full at first, of which each attempt takes one.
///
/// Counted is not what is in the bucket but when it would be full again, which is one number and
/// never drifts.
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

    /// As often as can be.
    public static AttemptRateLimit unlimited() {
        return new AttemptRateLimit(0, 1);
    }

    /// @param perSecond how many tokens are added
    /// @param burst how many there is room for
    public static AttemptRateLimit of(double perSecond, int burst) {
        double interval = NANOS_A_SECOND / perSecond;
        if (!(perSecond > 0) || burst < 1 || interval * burst > -(double) LONG_AGO) {
            throw new IllegalArgumentException(
                    "a rate limit needs a rate above 0 and a burst of at least 1, was %s and %d"
                            .formatted(perSecond, burst));
        }
        // Rounded down: whoever is promised 15 a second gets no less.
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
