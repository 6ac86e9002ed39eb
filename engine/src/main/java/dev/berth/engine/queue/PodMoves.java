package dev.berth.engine.queue;

/// Moves pods between queues by the result of a requeue check, through PreEnqueue.
final class PodMoves {
    private final SubQueues queues;
    private final PreEnqueueRunner preEnqueue;

    PodMoves(SubQueues queues, PreEnqueueRunner preEnqueue) {
        this.queues = queues;
        this.preEnqueue = preEnqueue;
    }

    void requeue(QueuedPod pod, QueueingStrategy strategy, String label, long nowNanos) {
        switch (strategy) {
            case SKIP -> queues.addUnschedulable(pod, label, nowNanos);
            case AFTER_BACKOFF -> {
                if (queues.backoff().backingOff(pod, nowNanos)) {
                    toBackoff(pod, label, nowNanos);
                } else {
                    toActive(pod, label, false, nowNanos);
                }
            }
            case IMMEDIATELY -> toActive(pod, label, false, nowNanos);
        }
    }

    /// @param fromBackoff whether PreEnqueue has passed when the backoff began
    void toActive(QueuedPod pod, String label, boolean fromBackoff, long nowNanos) {
        if (!fromBackoff && !preEnqueue.passes(pod)) {
            queues.addUnschedulable(pod, label, nowNanos);
            return;
        }
        if (pod.readySinceNanos < 0) {
            pod.readySinceNanos = nowNanos;
        }
        queues.enter(pod, QueueName.ACTIVE, label, nowNanos);
    }

    private void toBackoff(QueuedPod pod, String label, long nowNanos) {
        if (!preEnqueue.passes(pod)) {
            queues.addUnschedulable(pod, label, nowNanos);
            return;
        }
        QueueName name = pod.hasRejectors() ? QueueName.BACKOFF : QueueName.ERROR_BACKOFF;
        queues.enter(pod, name, label, nowNanos);
    }
}
