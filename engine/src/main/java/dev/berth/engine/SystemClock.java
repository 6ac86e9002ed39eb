package dev.berth.engine;

import dev.berth.engine.port.Clock;

import java.time.Instant;

/// Real time: the wall clock at the start plus the monotonic time since, so that it never jumps.
public final class SystemClock implements Clock {
    private final long startTicks = System.nanoTime();
    private final long startNanos;

    public SystemClock() {
        Instant now = Instant.now();
        startNanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    @Override
    public long nowNanos() {
        return startNanos + (System.nanoTime() - startTicks);
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    /// The ticker for measurements, in nanoseconds.
    public static long ticks() {
        return System.nanoTime();
    }
}
