package dev.berth.engine.port;

import java.time.Instant;

/// The only source of time.
@FunctionalInterface
public interface Clock {
    /// Nanoseconds since the epoch as it was known at the start, never going back: for what lasts
    /// and what is due.
    long nowNanos();

    /// What the machine takes for the time now, which may be set: for stamps that others read, and
    /// for dates that others wrote.
    default Instant instant() {
        return Instant.EPOCH.plusNanos(nowNanos());
    }
}
