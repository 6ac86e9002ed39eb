package dev.berth.kubeclient;

import java.time.Duration;

/// Blocks threads. Tests replace it and advance a virtual clock instead.
@FunctionalInterface
public interface Sleeper {
    /// Waits for the given time at most, or until [#wake] is called. A call since the last wait
    /// counts.
    void atMost(Duration time) throws InterruptedException;

    /// Ends the current wait, or the next one if there is none. Any thread can call it. Sleepers
    /// without support for it wait for the whole time.
    default void wake() {}
}
