package dev.berth.engine.port;

/// The only source of time: nanoseconds since the epoch, never going back.
@FunctionalInterface
public interface Clock {
    long nowNanos();
}
