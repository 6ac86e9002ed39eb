package dev.berth.engine.queue;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A linked list of pods, with removal in constant time.
///
/// The links are fields of the pods: a pod is in one queue, so it is in one list at most.
final class PodLinkedList {
    private @Nullable QueuedPod first;
    private @Nullable QueuedPod last;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    @Nullable QueuedPod first() {
        return first;
    }

    @Nullable QueuedPod last() {
        return last;
    }

    void append(QueuedPod pod) {
        insertAfter(last, pod);
    }

    /// Inserts a pod in the order of arrival; the search begins at the end.
    void insertByArrival(QueuedPod pod) {
        QueuedPod before = last;
        while (before != null && before.arrival > pod.arrival) {
            before = before.previous;
        }
        insertAfter(before, pod);
    }

    private void insertAfter(@Nullable QueuedPod before, QueuedPod pod) {
        QueuedPod after = before == null ? first : before.next;
        pod.previous = before;
        pod.next = after;
        if (before == null) {
            first = pod;
        } else {
            before.next = pod;
        }
        if (after == null) {
            last = pod;
        } else {
            after.previous = pod;
        }
        size++;
    }

    void remove(QueuedPod pod) {
        QueuedPod before = pod.previous;
        QueuedPod after = pod.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        pod.previous = null;
        pod.next = null;
        size--;
    }

    void addTo(List<QueuedPod> list) {
        for (QueuedPod pod = first; pod != null; pod = pod.next) {
            list.add(pod);
        }
    }
}
