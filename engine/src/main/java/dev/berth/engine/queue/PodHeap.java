package dev.berth.engine.queue;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;

/// A binary heap of pods that can remove any pod.
final class PodHeap {
    private final Comparator<QueuedPod> order;
    private @Nullable QueuedPod[] heap = new QueuedPod[16];
    private int size;

    PodHeap(Comparator<QueuedPod> order) {
        this.order = order;
    }

    int size() {
        return size;
    }

    @Nullable QueuedPod peek() {
        return heap[0];
    }

    boolean contains(QueuedPod pod) {
        return pod.heapIndex >= 0;
    }

    void add(QueuedPod pod) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        up(size++, pod);
    }

    void remove(QueuedPod pod) {
        int hole = pod.heapIndex;
        pod.heapIndex = -1;
        size--;
        QueuedPod last = at(size);
        heap[size] = null;
        if (last != pod) {
            up(siftDown(hole), last);
        }
    }

    /// Moves the hole down along the smaller children. The last pod of the heap, which fills it,
    /// seldom moves up again, so this saves comparisons with it on the way down.
    private int siftDown(int hole) {
        while (true) {
            int child = 2 * hole + 1;
            if (child >= size) {
                return hole;
            }
            if (child + 1 < size && order.compare(at(child + 1), at(child)) < 0) {
                child++;
            }
            set(hole, at(child));
            hole = child;
        }
    }

    private void up(int hole, QueuedPod pod) {
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (order.compare(pod, at(parent)) >= 0) {
                break;
            }
            set(hole, at(parent));
            hole = parent;
        }
        set(hole, pod);
    }

    private QueuedPod at(int index) {
        QueuedPod pod = heap[index];
        if (pod == null) {
            throw new IllegalStateException(
                    "heap of size " + size + " has no pod at index " + index);
        }
        return pod;
    }

    private void set(int index, QueuedPod pod) {
        heap[index] = pod;
        pod.heapIndex = index;
    }
}
