package dev.berth.engine.queue;

import dev.berth.engine.port.Log;
import dev.berth.engine.view.QueueMove;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The pods during whose attempts the scheduling thread has hung in an earlier process. Each waits
/// in backoff before its first attempt, so that all other pods are scheduled first. Scheduling
/// thread only, except for [#cleared].
public final class DeferredPods {
    private static final long MAX_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long MIN_NANOS = Duration.ofSeconds(1).toNanos();

    private final Map<String, QueuedPod> pending;
    private final SubQueues queues;
    private final Log log;
    private final Map<String, Integer> hangs = new HashMap<>();
    private volatile Set<String> cleared = Set.of();

    /// @param pending the pods of the queue, by UID
    DeferredPods(Map<String, QueuedPod> pending, SubQueues queues, Log log) {
        this.pending = pending;
        this.queues = queues;
        this.log = log;
    }

    /// Defers these pods, whether they are pending or will be.
    ///
    /// @param more how often the thread has hung, by the UID of the pod
    public void add(Map<String, Integer> more, long nowNanos) {
        hangs.putAll(more);
        for (String uid : new TreeSet<>(more.keySet())) {
            QueuedPod pod = pending.get(uid);
            if (pod != null && pod.queueName != QueueName.IN_FLIGHT) {
                defer(pod, nowNanos);
            }
        }
    }

    /// Moves the pod into backoff, if it is deferred. PreEnqueue runs when the wait ends, because
    /// the thread may have hung there.
    boolean enter(QueuedPod pod, long nowNanos) {
        boolean deferred = !hangs.isEmpty() && hangs.containsKey(pod.uid());
        if (deferred) {
            defer(pod, nowNanos);
        }
        return deferred;
    }

    private void defer(QueuedPod pod, long nowNanos) {
        long wait = waitNanos(pod.uid());
        queues.leave(pod);
        pod.deferred = true;
        pod.backoffEndsNanos = Math.max(1, Backoff.floorToSecond(nowNanos + wait));
        queues.enter(pod, QueueName.ERROR_BACKOFF, QueueMove.DEFERRED_AFTER_HANG, nowNanos);
        log.warn(
                "A pod is scheduled after the others, because the scheduling thread has hung during"
                        + " an attempt for it",
                "pod",
                pod.pod,
                "wait",
                Duration.ofNanos(wait));
    }

    /// The maximum backoff, doubled for each hang, up to five minutes.
    private long waitNanos(String uid) {
        long max = Math.max(queues.backoff().max().toNanos(), MIN_NANOS);
        int doublings = Math.clamp(hangs.getOrDefault(uid, 0), 0, 10);
        return Math.min(max << doublings, Math.max(max, MAX_NANOS));
    }

    /// An attempt for the pod has ended, or the pod is gone.
    void clear(String uid) {
        if (!hangs.isEmpty() && hangs.remove(uid) != null) {
            var all = new HashSet<>(cleared);
            all.add(uid);
            cleared = Set.copyOf(all);
        }
    }

    /// Forgets pods that are not pending; called when all pods are known.
    public void clearUnknown() {
        Set.copyOf(hangs.keySet()).stream()
                .filter(uid -> !pending.containsKey(uid))
                .forEach(this::clear);
    }

    /// The UIDs of pods that need not be deferred any more. Any thread may call it.
    public Set<String> cleared() {
        return cleared;
    }
}
