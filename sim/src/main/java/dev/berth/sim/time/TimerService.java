package dev.berth.sim.time;

/// Calls back at a given time: the only way anything in this module waits.
///
/// Virtual runs use a [TimerQueue] moved by hand; a program on real time may drive a timeline by a
/// thread or bring its own.
@FunctionalInterface
public interface TimerService {
    /// Runs the action once at `nanos` since the epoch, or as soon as possible when that has
    /// passed.
    void at(long nanos, Runnable action);
}
