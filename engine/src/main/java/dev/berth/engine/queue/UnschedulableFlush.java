package dev.berth.engine.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Selects the pods that were unschedulable for too long (kube-scheduler:
/// `flushUnschedulablePodsLeftover`).
final class UnschedulableFlush {
    private static final long PERIOD = Duration.ofSeconds(30).toNanos();

    private final UnschedulablePool unschedulable;
    private final long maxUnschedulableNanos;
    private long lastNanos;
    private long requeues;

    UnschedulableFlush(UnschedulablePool unschedulable, Duration maxUnschedulable, long nowNanos) {
        this.unschedulable = unschedulable;
        this.maxUnschedulableNanos = maxUnschedulable.toNanos();
        this.lastNanos = nowNanos;
    }

    /// The time of the next flush; `Long.MAX_VALUE` if no pod is unschedulable.
    long dueNanos() {
        return unschedulable.isEmpty() ? Long.MAX_VALUE : lastNanos + PERIOD;
    }

    /// The pods to requeue, which count as flushed from now on.
    List<QueuedPod> takeStale(long nowNanos) {
        lastNanos = nowNanos - Math.floorMod(nowNanos - lastNanos, PERIOD);
        var stale = new ArrayList<QueuedPod>();
        for (QueuedPod pod : unschedulable.all()) {
            if (nowNanos - Math.max(pod.queuedAtNanos, pod.flushedAtNanos)
                    > maxUnschedulableNanos) {
                pod.flushedAtNanos = nowNanos;
                pod.flushed = true;
                stale.add(pod);
            }
        }
        return stale;
    }

    void countRequeue() {
        requeues++;
    }

    /// The number of pods that the flush requeued.
    long requeues() {
        return requeues;
    }
}
