package dev.berth.engine.port;

import java.time.Instant;

/// The engine's only source of time.
@FunctionalInterface
public interface Clock {
    /// Nanoseconds since the epoch, monotonic: for durations and deadlines.
    long nowNanos();

    /// The system time, which can be set: for timestamps that are written to objects, and to
    /// compare with timestamps of objects.
    default Instant instant() {
        return Instant.EPOCH.plusNanos(nowNanos());
    }
}
