package dev.berth.engine;

import dev.berth.engine.port.Clock;

import java.time.Duration;
import java.time.Instant;

/// A clock that moves only when it is advanced.
public final class VirtualClock implements Clock {
    /// The start of virtual time: a round number, so that the logs of two runs are easy to compare.
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
