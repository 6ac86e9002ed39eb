package dev.berth.engine.queue;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Pods whose attempt has not ended, and the events since the oldest of them was taken.
///
/// A cycle runs between messages, so most pods are back before any event comes. Only a pod that
/// waits on permit can miss one; for its sake events are kept until it is done.
final class InFlight {
    private static final int TOO_SMALL_TO_DROP = 64;

    /// An event that came while some pod was in flight.
    record Logged(ClusterEvent event, ObjectChange change) {}

    /// In the order they were taken.
    private final PodLinkedList pods = new PodLinkedList();

    private final List<Logged> events = new ArrayList<>();
    private long firstSequence;
    private int passed;

    boolean contains(QueuedPod pod) {
        return pod.takenAt >= 0;
    }

    int pods() {
        return pods.size();
    }

    int events() {
        return events.size() - passed;
    }

    /// How often each event is there, and how many pods.
    SortedMap<String, Integer> byEvent() {
        var counts = new TreeMap<String, Integer>();
        counts.put("PodPopped", pods.size());
        for (Logged logged : events.subList(passed, events.size())) {
            counts.merge(logged.event().label(), 1, Integer::sum);
        }
        return counts;
    }

    void begin(QueuedPod pod) {
        pod.takenAt = firstSequence + events.size();
        pods.append(pod);
    }

    void log(ClusterEvent event, ObjectChange change) {
        if (!pods.isEmpty()) {
            events.add(new Logged(event, change));
        }
    }

    /// The events since the pod was taken, in order; to be read before the next one is logged.
    List<Logged> since(QueuedPod pod) {
        return contains(pod)
                ? events.subList((int) (pod.takenAt - firstSequence), events.size())
                : List.of();
    }

    void done(QueuedPod pod) {
        if (!contains(pod)) {
            return;
        }
        pod.takenAt = -1;
        pods.remove(pod);
        QueuedPod oldest = pods.first();
        passed = oldest == null ? events.size() : (int) (oldest.takenAt - firstSequence);
        // What nobody asks for any more is dropped when it is most of the list, so that dropping
        // costs no more than logging did.
        if (oldest == null || passed > TOO_SMALL_TO_DROP && 2 * passed > events.size()) {
            events.subList(0, passed).clear();
            firstSequence += passed;
            passed = 0;
        }
    }
}
