package dev.berth.spi;

import dev.berth.model.Pod;

/// A pod in the active queue (kube-scheduler: `QueuedPodInfo`).
public interface QueueEntry {
    Pod pod();

    /// When the pod entered the queue for the current attempt, in nanoseconds since the epoch
    /// (kube-scheduler: `Timestamp`).
    long queuedAtNanos();

    /// The number of attempts so far.
    int attempts();
}
