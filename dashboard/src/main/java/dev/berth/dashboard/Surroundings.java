package dev.berth.dashboard;

import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/// What answering takes from the process it is in.
///
/// @param ticks nanoseconds that never go back
/// @param threads for the one that notes down every second
public record Surroundings(LongSupplier ticks, Pause pause, ThreadFactory threads) {
    /// Lets time pass.
    @FunctionalInterface
    public interface Pause {
        void millis(long millis) throws InterruptedException;
    }
}
