package dev.berth.engine.queue;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.view.QueueMove;
import dev.berth.model.Pod;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Evaluates the pending pods again after a reload of the configuration.
///
/// The queues are emptied with the order of the QueueSort plugin before, and filled with the order
/// of the one in force. Each pod passes PreEnqueue again. Unschedulable pods are requeued: the
/// plugins that rejected them may be gone or have other arguments, and no event would say so.
final class QueueReload {
    private static final Comparator<QueuedPod> BY_ARRIVAL =
            Comparator.comparingLong(pod -> pod.arrival);

    private QueueReload() {}

    /// The pods that have no profile any more.
    static List<Pod> reload(
            Map<String, QueuedPod> pods,
            Profiles profiles,
            SubQueues queues,
            Backoff backoff,
            PodMoves moves,
            long nowNanos) {
        var waiting = new ArrayList<Entry>();
        for (QueuedPod pod : pods.values()) {
            if (pod.queueName != QueueName.IN_FLIGHT) {
                waiting.add(new Entry(pod, pod.queueName));
            }
        }
        waiting.sort(Comparator.comparing(Entry::pod, BY_ARRIVAL));
        waiting.forEach(each -> queues.leave(each.pod()));
        queues.reload(profiles.order(), backoff);
        var gone = new ArrayList<Pod>();
        for (Entry each : waiting) {
            QueuedPod pod = each.pod();
            Optional<Profile> profile = profiles.of(pod.pod);
            if (profile.isPresent()) {
                pod.profile(profile.get());
                enter(pod, each.before(), queues, moves, nowNanos);
            } else {
                pods.remove(pod.uid());
                gone.add(pod.pod);
            }
        }
        return gone;
    }

    private record Entry(QueuedPod pod, QueueName before) {}

    private static void enter(
            QueuedPod pod, QueueName before, SubQueues queues, PodMoves moves, long nowNanos) {
        if (pod.deferred) {
            // PreEnqueue runs when the wait ends.
            queues.enter(pod, before, QueueMove.CONFIGURATION_RELOAD, nowNanos);
            return;
        }
        pod.backoffEndsNanos = 0;
        QueueingStrategy strategy =
                before == QueueName.ACTIVE
                        ? QueueingStrategy.IMMEDIATELY
                        : QueueingStrategy.AFTER_BACKOFF;
        moves.requeue(pod, strategy, QueueMove.CONFIGURATION_RELOAD, nowNanos);
    }
}
