package dev.berth.engine.queue;

import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.function.Predicate;

/// Pods that are ready. Those on which extenders have a say stand in a line of their own, since
/// only one of them can be tried at a time and the others need not wait for that.
final class ActivePods {
    private final Comparator<QueuedPod> order;
    private final Predicate<Pod> calledExtenders;
    private final OrderedPods plain;
    private final OrderedPods extenderResult;

    ActivePods(Comparator<QueuedPod> order, Predicate<Pod> calledExtenders) {
        this.order = order;
        this.calledExtenders = calledExtenders;
        this.plain = new OrderedPods(order);
        this.extenderResult = new OrderedPods(order);
    }

    void add(QueuedPod pod) {
        pod.extenderResult = calledExtenders.test(pod.pod);
        lineOf(pod).add(pod);
    }

    void remove(QueuedPod pod) {
        lineOf(pod).remove(pod);
    }

    private OrderedPods lineOf(QueuedPod pod) {
        return pod.extenderResult ? extenderResult : plain;
    }

    /// Takes the first of all, or of those that need no advice.
    @Nullable QueuedPod poll(boolean withExtenderResult) {
        QueuedPod first = plain.peek();
        QueuedPod other = withExtenderResult ? extenderResult.peek() : null;
        if (first == null || other != null && order.compare(other, first) < 0) {
            first = other;
        }
        if (first != null) {
            remove(first);
        }
        return first;
    }

    int size() {
        return plain.size() + extenderResult.size();
    }
}
