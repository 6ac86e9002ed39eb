package dev.berth.engine.queue;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Pods whose attempt has not ended, and the events since the first of them was popped
/// (kube-scheduler: `inFlightPods`, `inFlightEvents`).
///
/// A cycle runs between messages, so most pods are requeued before the next event. Only a pod that
/// waits on Permit or for extenders can miss an event; events are kept until it is done.
final class InFlight {
    private static final int TOO_SMALL_TO_DROP = 64;

    /// An event that occurred while a pod was in flight.
    record Logged(ClusterEvent event, ObjectChange change) {}

    /// In the order in which they were popped.
    private final PodLinkedList pods = new PodLinkedList();

    private final List<Logged> events = new ArrayList<>();
    private long firstSequence;
    private int passed;

    boolean contains(QueuedPod pod) {
        return pod.poppedAt >= 0;
    }

    int pods() {
        return pods.size();
    }

    int events() {
        return events.size() - passed;
    }

    /// The number of kept events by label, and the number of pods.
    SortedMap<String, Integer> byEvent() {
        var counts = new TreeMap<String, Integer>();
        counts.put("PodPopped", pods.size());
        for (Logged logged : events.subList(passed, events.size())) {
            counts.merge(logged.event().label(), 1, Integer::sum);
        }
        return counts;
    }

    void begin(QueuedPod pod) {
        pod.poppedAt = firstSequence + events.size();
        pods.append(pod);
    }

    void log(ClusterEvent event, ObjectChange change) {
        if (!pods.isEmpty()) {
            events.add(new Logged(event, change));
        }
    }

    /// The events since the pod was popped, in order. The list is valid until the next event is
    /// logged.
    List<Logged> since(QueuedPod pod) {
        return contains(pod)
                ? events.subList((int) (pod.poppedAt - firstSequence), events.size())
                : List.of();
    }

    void done(QueuedPod pod) {
        if (!contains(pod)) {
            return;
        }
        pod.poppedAt = -1;
        pods.remove(pod);
        QueuedPod oldest = pods.first();
        passed = oldest == null ? events.size() : (int) (oldest.poppedAt - firstSequence);
        // Events that no pod needs are dropped when they are most of the list, so that dropping
        // costs no more than logging.
        if (passed == 0) {
            return;
        }
        if (oldest == null || passed > TOO_SMALL_TO_DROP && 2 * passed > events.size()) {
            events.subList(0, passed).clear();
            firstSequence += passed;
            passed = 0;
        }
    }
}
