package dev.berth.engine.queue;

import java.time.Duration;

/// How long a pod waits after a failed attempt: doubling from the initial to the maximum wait.
///
/// Ends are rounded down to whole seconds, and a pod leaves the queue in the second after its end,
/// as with the one-second windows of kube-scheduler.
public record Backoff(Duration initial, Duration max) {
    public static final Backoff DEFAULT =
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));
    private static final long SECOND = 1_000_000_000L;

    /// When the wait of `pod` ends; 0 when it does not have to wait.
    long endsNanos(QueuedPod pod) {
        if (pod.backoffEndsNanos == 0) {
            int count = pod.consecutiveErrors > 0 ? pod.consecutiveErrors : pod.unschedulableCount;
            if (count == 0 || max.isZero()) {
                return 0;
            }
            pod.backoffEndsNanos = floorToSecond(pod.queuedAtNanos + durationNanos(count));
        }
        return pod.backoffEndsNanos;
    }

    boolean backingOff(QueuedPod pod, long nowNanos) {
        long ends = endsNanos(pod);
        return ends != 0 && ends >= floorToSecond(nowNanos);
    }

    /// The first instant at which a pod whose wait ends at `endsNanos` no longer backs off.
    static long leavesNanos(long endsNanos) {
        return floorToSecond(endsNanos) + SECOND;
    }

    long durationNanos(int count) {
        int shift = count - 1;
        long maxNanos = max.toNanos();
        long capped = shift >= 63 ? 0 : maxNanos >> shift;
        return initial.toNanos() > capped ? maxNanos : initial.toNanos() << shift;
    }

    static long floorToSecond(long nanos) {
        return nanos - Math.floorMod(nanos, SECOND);
    }
}
