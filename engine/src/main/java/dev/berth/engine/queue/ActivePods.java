package dev.berth.engine.queue;

import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.function.Predicate;

/// The active queue (kube-scheduler: `activeQ`). Pods that extenders are interested in have a queue
/// of their own: only one of them can be attempted at a time, and the other pods need not wait for
/// it.
final class ActivePods {
    private final Comparator<QueuedPod> order;
    private final Predicate<Pod> needsExtenders;
    private final OrderedPods plain;
    private final OrderedPods forExtenders;

    ActivePods(Comparator<QueuedPod> order, Predicate<Pod> needsExtenders) {
        this.order = order;
        this.needsExtenders = needsExtenders;
        this.plain = new OrderedPods(order);
        this.forExtenders = new OrderedPods(order);
    }

    void add(QueuedPod pod) {
        pod.needsExtenders = needsExtenders.test(pod.pod);
        queueOf(pod).add(pod);
    }

    void remove(QueuedPod pod) {
        queueOf(pod).remove(pod);
    }

    private OrderedPods queueOf(QueuedPod pod) {
        return pod.needsExtenders ? forExtenders : plain;
    }

    /// Takes the first pod.
    ///
    /// @param withExtenders whether it may be a pod that extenders are interested in
    @Nullable QueuedPod poll(boolean withExtenders) {
        QueuedPod first = plain.peek();
        QueuedPod other = withExtenders ? forExtenders.peek() : null;
        if (first == null || other != null && order.compare(other, first) < 0) {
            first = other;
        }
        if (first != null) {
            remove(first);
        }
        return first;
    }

    int size() {
        return plain.size() + forExtenders.size();
    }
}
