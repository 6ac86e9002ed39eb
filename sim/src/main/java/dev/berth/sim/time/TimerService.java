package dev.berth.sim.time;

/// Runs actions at given times. It is the only way to wait in this module.
///
/// Virtual runs use a [TimerQueue] and advance its clock. A program on real time can drive a
/// [TimerQueue] by a thread or use its own implementation.
@FunctionalInterface
public interface TimerService {
    /// Runs the action once at `nanos` since the epoch, or as soon as possible if this time has
    /// passed.
    void at(long nanos, Runnable action);
}
