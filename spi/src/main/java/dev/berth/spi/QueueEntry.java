package dev.berth.spi;

import dev.berth.model.Pod;

/// A pod that waits for its turn.
public interface QueueEntry {
    Pod pod();

    /// When it entered the queue for its present attempt, in nanoseconds since the epoch.
    long queuedAtNanos();

    int attempts();
}
