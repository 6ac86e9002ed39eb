package dev.berth.engine.queue;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A binary heap of pods that can also remove or move one in the middle.
final class PodHeap {
    private final Comparator<QueuedPod> order;
    private final List<QueuedPod> heap = new ArrayList<>();

    PodHeap(Comparator<QueuedPod> order) {
        this.order = order;
    }

    int size() {
        return heap.size();
    }

    boolean isEmpty() {
        return heap.isEmpty();
    }

    List<QueuedPod> all() {
        return heap;
    }

    @Nullable QueuedPod peek() {
        return heap.isEmpty() ? null : heap.getFirst();
    }

    void add(QueuedPod pod) {
        pod.heapIndex = heap.size();
        heap.add(pod);
        up(pod.heapIndex);
    }

    QueuedPod poll() {
        QueuedPod first = heap.getFirst();
        remove(first);
        return first;
    }

    void remove(QueuedPod pod) {
        int index = pod.heapIndex;
        QueuedPod last = heap.removeLast();
        pod.heapIndex = -1;
        if (last != pod) {
            heap.set(index, last);
            last.heapIndex = index;
            down(index);
            up(last.heapIndex);
        }
    }

    /// Restores the order after something about `pod` changed.
    void moved(QueuedPod pod) {
        down(pod.heapIndex);
        up(pod.heapIndex);
    }

    private void up(int index) {
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (order.compare(heap.get(index), heap.get(parent)) >= 0) {
                return;
            }
            swap(index, parent);
            index = parent;
        }
    }

    private void down(int index) {
        while (true) {
            int child = 2 * index + 1;
            if (child >= heap.size()) {
                return;
            }
            if (child + 1 < heap.size()
                    && order.compare(heap.get(child + 1), heap.get(child)) < 0) {
                child++;
            }
            if (order.compare(heap.get(child), heap.get(index)) >= 0) {
                return;
            }
            swap(index, child);
            index = child;
        }
    }

    private void swap(int a, int b) {
        QueuedPod first = heap.get(a);
        QueuedPod second = heap.get(b);
        heap.set(a, second);
        heap.set(b, first);
        second.heapIndex = a;
        first.heapIndex = b;
    }
}
