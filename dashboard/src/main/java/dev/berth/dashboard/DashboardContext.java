package dev.berth.dashboard;

import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/// What the dashboard takes from its process.
///
/// @param ticks a monotonic clock in nanoseconds
/// @param threads for the thread that records the history
public record DashboardContext(LongSupplier ticks, Sleep sleep, ThreadFactory threads) {
    /// Lets time pass.
    @FunctionalInterface
    public interface Sleep {
        void millis(long millis) throws InterruptedException;
    }
}
