package dev.berth.engine.binding;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.Choice;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Trace;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;

import java.util.Optional;

/// Ends an attempt that did not bind its pod: requeues the pod, updates its nomination, and writes
/// its event and condition (kube-scheduler: `handleSchedulingFailure`).
public final class FailureReporter {
    private static final String FAILED_SCHEDULING = "FailedScheduling";
    private static final String SCHEDULING = "Scheduling";

    private final EngineServices services;
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final ClusterEvents events;
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final AttemptCounts counts;
    private final Log log;

    public FailureReporter(
            EngineServices services,
            ClusterState state,
            SchedulingQueue queue,
            ClusterEvents events,
            Outbox outbox,
            StatusWriter statuses,
            AttemptCounts counts) {
        this.services = services;
        this.state = state;
        this.queue = queue;
        this.events = events;
        this.outbox = outbox;
        this.statuses = statuses;
        this.counts = counts;
        this.log = services.log().of(FailureReporter.class);
    }

    /// The attempt for `pod` failed.
    public void failed(QueuedPod queued, Pod pod, AttemptFailure failure) {
        counts.count(failure);
        PluginTimes times = services.times();
        long now = times.measured() ? times.now() : queued.beganTicks();
        queued.profile().meter().attempted(failure.result(), now - queued.beganTicks());
        TraceScope scope = TraceScope.of(queued.trace());
        queued.trace().ended(Trace.Result.of(failure.result()), "", failure.message(), now);
        queued.traceEnded();
        log(pod, failure);
        setRejectors(queued, failure);
        Optional<Pod> known = state.pod(pod.uid()).map(PodEntry::seen);
        if (known.isEmpty() && state.uidOf(pod.key()).isPresent()) {
            log.info(
                    2,
                    "Pod was recreated while handling scheduling failure. Skip requeueing and"
                            + " status updates.",
                    pod);
            queue.done(pod.uid());
            return;
        }
        Pod latest = known.orElse(pod);
        Nomination nomination = failure.nomination();
        if (known.isPresent() && !latest.assigned()) {
            queue.addUnschedulableIfNotPresent(queued, latest, services.timers().nowNanos());
            // Without a profile, which a reload of the configuration may have removed, the pod is
            // not in the queue.
            if (queue.find(latest.uid()) == null) {
                nomination = Nomination.CLEAR;
            }
            nominate(latest, nomination);
        } else {
            queue.done(pod.uid());
        }
        if (failure.message().isEmpty()) {
            return;
        }
        event(latest, failure.message());
        if (known.isPresent()) {
            statuses.unscheduled(latest, failure.reason(), failure.message(), nomination, scope);
        }
    }

    private static void setRejectors(QueuedPod queued, AttemptFailure failure) {
        queued.unschedulablePlugins().clear();
        queued.pendingPlugins().clear();
        if (failure instanceof AttemptFailure.Unschedulable rejected) {
            rejected.diagnosis()
                    .ifPresent(diagnosis -> {
                        queued.unschedulablePlugins().addAll(diagnosis.plugins());
                        queued.pendingPlugins().addAll(diagnosis.pending());
                    });
        }
    }

    /// An exception that no part of the attempt has handled. A pod that was not requeued would be
    /// lost.
    public void crashed(QueuedPod queued, Throwable bug) {
        services.runner().failures().reportBug(bug, queued.pod());
        QueuedPod present = queue.find(queued.uid());
        if (present != null
                && present.queueName() == QueueName.IN_FLIGHT
                && !state.assumed(queued.uid())) {
            failed(
                    queued,
                    queued.pod(),
                    new AttemptFailure.Failed("internal error: " + PluginFailure.textOf(bug)));
        }
    }

    /// The pod is being deleted, so it is not scheduled.
    public void skippedDeleting(Pod pod) {
        log.info(3, "Skip schedule deleting pod", pod);
        event(pod, "skip schedule deleting pod: " + pod.key());
        queue.done(pod.uid());
    }

    /// Whether the pod needs no attempt because it is assumed; then the attempt has ended.
    public boolean endIfAssumed(Pod pod) {
        boolean assumed = state.assumed(pod.uid());
        if (assumed) {
            queue.done(pod.uid());
        }
        return assumed;
    }

    /// Whether the pod of a suspended attempt no longer needs a node; then the attempt has ended.
    public boolean endIfObsolete(Attempt attempt) {
        String uid = attempt.pod().uid();
        Optional<Pod> known = state.pod(uid).map(PodEntry::seen);
        boolean obsolete = known.isEmpty() || known.get().assigned() || known.get().terminating();
        if (obsolete) {
            QueuedPod queued = attempt.queued();
            queued.trace().ended(Trace.Result.OBSOLETE, "", "", services.times().now());
            queued.traceEnded();
            queue.done(uid);
        }
        return obsolete;
    }

    private void event(Pod pod, String note) {
        outbox.event(new EventRecord(pod, true, FAILED_SCHEDULING, SCHEDULING, note));
    }

    private void log(Pod pod, AttemptFailure failure) {
        switch (failure) {
            case AttemptFailure.Failed failed ->
                    log.error(
                            null,
                            "Error scheduling pod; retrying",
                            "pod",
                            pod,
                            "err",
                            failed.message());
            case AttemptFailure.Unschedulable rejected -> logRejected(pod, rejected.message());
        }
    }

    private void logRejected(Pod pod, String message) {
        if (message.equals(Choice.NoNodes.MESSAGE)) {
            log.info(
                    2,
                    "Unable to schedule pod; no nodes are registered to the cluster; waiting",
                    pod);
        } else if (log.enabled(2)) {
            log.info(2, "Unable to schedule pod; no fit; waiting", "pod", pod, "err", message);
        }
    }

    private void nominate(Pod pod, Nomination nomination) {
        String node =
                switch (nomination) {
                    case Nomination.Keep keep -> statuses.nominated(pod);
                    case Nomination.Nominate(String nominated) -> nominated;
                };
        events.nominationsEnded(state.nominate(pod.uid(), node));
    }
}
