package dev.berth.engine;

import dev.berth.engine.port.Clock;

import java.time.Duration;
import java.time.Instant;

/// A clock that stands still until it is moved.
public final class VirtualClock implements Clock {
    /// Where virtual time begins: a round figure, so that logs of two runs can be compared by eye.
    public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private volatile long nanos;

    private VirtualClock(long nanos) {
        this.nanos = nanos;
    }

    public static VirtualClock atEpoch() {
        return at(EPOCH);
    }

    public static VirtualClock at(Instant start) {
        return new VirtualClock(nanosOf(start));
    }

    static long nanosOf(Instant instant) {
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    @Override
    public long nowNanos() {
        return nanos;
    }

    public synchronized void advance(Duration time) {
        advanceTo(Math.addExact(nanos, time.toNanos()));
    }

    public synchronized void advanceTo(long toNanos) {
        if (toNanos < nanos) {
            throw new IllegalArgumentException(
                    "time does not go back: from " + nanos + " to " + toNanos);
        }
        nanos = toNanos;
    }
}
