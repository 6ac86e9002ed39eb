package dev.berth.kubeclient;

import java.time.Duration;

/// How threads wait, so that tests need not: there time passes by it.
@FunctionalInterface
public interface Sleeper {
    /// Waits, at most this long, or until somebody wakes us: then or since the last wait.
    void atMost(Duration time) throws InterruptedException;

    /// Ends the wait, or the next one if there is none; any thread may. What cannot be woken waits
    /// on.
    default void wake() {}
}
