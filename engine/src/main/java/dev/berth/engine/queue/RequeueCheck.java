package dev.berth.engine.queue;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.HintTable;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import java.util.List;

/// Runs queueing hints: whether an event may make a pod schedulable (kube-scheduler:
/// `isPodWorthRequeuing`).
final class RequeueCheck {
    private final UnschedulablePool unschedulable;
    private final PluginRunner runner;
    private final PluginTimes times;
    private final Log log;

    RequeueCheck(UnschedulablePool unschedulable, PluginRunner runner, Log log) {
        this.unschedulable = unschedulable;
        this.runner = runner;
        this.times = runner.times();
        this.log = log;
    }

    /// The pods whose hints must be called for an event, in order of arrival. A log that contains
    /// the pods that an event does not help needs all of them.
    List<QueuedPod> reachedBy(ClusterEvent event, ObjectChange change) {
        return log.enabled(5)
                ? unschedulable.reachedBy(event)
                : unschedulable.reachedBy(event, change);
    }

    QueueingStrategy strategy(QueuedPod pod, ClusterEvent event, ObjectChange change) {
        if (!pod.hasRejectors()) {
            return QueueingStrategy.AFTER_BACKOFF;
        }
        if (event.wildcard()) {
            boolean another = change.after().isPresent() && !isSame(change.after().get(), pod);
            return another ? QueueingStrategy.SKIP : QueueingStrategy.AFTER_BACKOFF;
        }
        QueueingStrategy strategy = byHints(pod, event, change);
        if (strategy == QueueingStrategy.SKIP && log.enabled(5)) {
            log.info(
                    5,
                    "Event is not making entity schedulable",
                    "type",
                    "pod",
                    "entity",
                    pod.pod,
                    "event",
                    event.label());
        }
        return strategy;
    }

    /// What to do with a pod because of the events since its attempt began (kube-scheduler:
    /// `determineSchedulingHintForInFlightPod`).
    QueueingStrategy strategyForInFlightEvents(QueuedPod pod, InFlight inFlight) {
        if (!inFlight.contains(pod)) {
            return QueueingStrategy.AFTER_BACKOFF;
        }
        QueueingStrategy strategy = QueueingStrategy.SKIP;
        for (InFlight.Logged logged : inFlight.since(pod)) {
            if (isAboutAnotherTarget(logged, pod)) {
                continue;
            }
            QueueingStrategy wanted = strategy(pod, logged.event(), logged.change());
            if (wanted == QueueingStrategy.IMMEDIATELY) {
                return wanted;
            }
            if (wanted == QueueingStrategy.AFTER_BACKOFF) {
                strategy = wanted;
                if (pod.pendingPlugins().isEmpty()) {
                    return strategy;
                }
            }
        }
        return strategy;
    }

    /// Differs: kube-scheduler passes the update of one pod in flight to all pods in flight. See
    /// parity.md.
    private static boolean isAboutAnotherTarget(InFlight.Logged logged, QueuedPod pod) {
        return logged.event().resource().equals(ClusterEvent.TARGET_POD)
                && logged.change().after().isPresent()
                && !logged.change().after().get().meta().uid().equals(pod.uid());
    }

    private QueueingStrategy byHints(QueuedPod pod, ClusterEvent event, ObjectChange change) {
        RejectionGroup group = unschedulable.groupOf(pod);
        QueueingStrategy strategy = QueueingStrategy.SKIP;
        for (RejectionGroup.HintCall hint : group.hintsFor(event)) {
            if (queues(hint, pod.pod, change)) {
                if (hint.pending()) {
                    return QueueingStrategy.IMMEDIATELY;
                }
                strategy = QueueingStrategy.AFTER_BACKOFF;
                if (!group.hasPending()) {
                    return strategy;
                }
            }
        }
        return strategy;
    }

    private static boolean isSame(KubeObject object, QueuedPod pod) {
        return object instanceof Pod other && other.uid().equals(pod.uid());
    }

    private boolean queues(RejectionGroup.HintCall hint, Pod pod, ObjectChange change) {
        HintTable.Registration registration = hint.registration();
        boolean about = isAbout(change, pod);
        if (!about && hint.known(pod, change)) {
            return hint.result();
        }
        boolean measured = times.measured();
        long began = measured ? times.now() : times.beginCall();
        Meter.HintResult answer =
                runner.queueingHint(registration.plugin(), registration.hint(), pod, change);
        if (measured) {
            long took = times.now() - began;
            times.recordCall(registration.plugin(), took);
            hint.meter().hintCalled(answer, took);
        } else {
            times.endCall(registration.plugin(), began);
        }
        if (!about && answer != Meter.HintResult.ERROR && shared(registration, pod)) {
            hint.keep(pod, change, answer == Meter.HintResult.QUEUE);
        }
        // A hint that fails requeues the pod, which might be stuck otherwise.
        return answer != Meter.HintResult.SKIP;
    }

    private static boolean isAbout(ObjectChange change, Pod pod) {
        return change.before().isPresent() && change.before().get().meta().uid().equals(pod.uid())
                || change.after().isPresent()
                        && change.after().get().meta().uid().equals(pod.uid());
    }

    /// Whether the result of a hint holds for all pods with the same pod shape.
    private static boolean shared(HintTable.Registration registration, Pod pod) {
        try {
            return registration.hint().sharedByPodShape(pod);
        } catch (RuntimeException | Error failure) {
            // Then the hint is called for each of them.
            return false;
        }
    }
}
