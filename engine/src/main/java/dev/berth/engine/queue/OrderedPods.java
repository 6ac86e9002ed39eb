package dev.berth.engine.queue;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;

/// An ordered queue of pods.
///
/// Most pods are added in order: with equal priority, each later than the one before. They are in a
/// linked list, which is sorted without comparisons; only pods that belong before its end are in a
/// heap. So pods that are added in order take two comparisons each, however long the queue is.
final class OrderedPods {
    private final Comparator<QueuedPod> order;
    private final PodLinkedList sorted = new PodLinkedList();
    private final PodHeap heap;

    OrderedPods(Comparator<QueuedPod> order) {
        this.order = order;
        this.heap = new PodHeap(order);
    }

    int size() {
        return sorted.size() + heap.size();
    }

    @Nullable QueuedPod peek() {
        QueuedPod inSorted = sorted.first();
        QueuedPod inHeap = heap.peek();
        if (inSorted == null || inHeap == null) {
            return inSorted == null ? inHeap : inSorted;
        }
        return order.compare(inSorted, inHeap) <= 0 ? inSorted : inHeap;
    }

    @Nullable QueuedPod poll() {
        QueuedPod first = peek();
        if (first != null) {
            remove(first);
        }
        return first;
    }

    void add(QueuedPod pod) {
        QueuedPod last = sorted.last();
        if (last == null || order.compare(last, pod) <= 0) {
            sorted.append(pod);
        } else {
            heap.add(pod);
        }
    }

    void remove(QueuedPod pod) {
        if (heap.contains(pod)) {
            heap.remove(pod);
        } else {
            sorted.remove(pod);
        }
    }
}
