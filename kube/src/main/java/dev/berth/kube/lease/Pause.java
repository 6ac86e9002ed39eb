package dev.berth.kube.lease;

import java.time.Duration;

/// How to wait; in tests time passes by it.
public interface Pause {
    /// Waits, at most this long, or until somebody wakes us: then or since the last wait.
    void atMost(Duration time) throws InterruptedException;

    /// Ends the wait, or the next one if there is none; any thread may.
    void wake();
}
