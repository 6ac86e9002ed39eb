package dev.berth.engine.queue;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;

/// Pods in an order, the first of which is next.
///
/// Most pods come in order: of one priority, each later than the one before. They stand in a row
/// that is sorted by itself; only those that belong before its end go to a heap. So a line of
/// ordinary pods takes two comparisons for each, however long it is.
final class OrderedPods {
    private final Comparator<QueuedPod> order;
    private final PodLinkedList row = new PodLinkedList();
    private final PodHeap heap;

    OrderedPods(Comparator<QueuedPod> order) {
        this.order = order;
        this.heap = new PodHeap(order);
    }

    int size() {
        return row.size() + heap.size();
    }

    @Nullable QueuedPod peek() {
        QueuedPod inRow = row.first();
        QueuedPod inHeap = heap.peek();
        if (inRow == null || inHeap == null) {
            return inRow == null ? inHeap : inRow;
        }
        return order.compare(inRow, inHeap) <= 0 ? inRow : inHeap;
    }

    @Nullable QueuedPod poll() {
        QueuedPod first = peek();
        if (first != null) {
            remove(first);
        }
        return first;
    }

    void add(QueuedPod pod) {
        QueuedPod last = row.last();
        if (last == null || order.compare(last, pod) <= 0) {
            row.append(pod);
        } else {
            heap.add(pod);
        }
    }

    void remove(QueuedPod pod) {
        if (heap.contains(pod)) {
            heap.remove(pod);
        } else {
            row.remove(pod);
        }
    }
}
