package dev.berth.engine.queue;

import dev.berth.engine.port.Log;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.view.QueueSizes;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The pending pods and the rules by which they move between queues (kube-scheduler:
/// `PriorityQueue`).
///
/// A pod is in exactly one queue: *active* (ready, in the order of the QueueSort plugin), one of
/// two *backoff* queues (rejected, or failed with an error), *unschedulable* (until an event helps,
/// or gated), or *in flight* (its attempt has not ended).
///
/// ```
///            +-------------------- event, after backoff --------------------+
///            v                                                              |
/// add --> active --pop---> in flight --rejected--> unschedulable, gated ----+
///            ^                  |
///            |                  +--error--> backoff
///            +------- over --------------------+
/// ```
///
/// One thread moves all pods, so a rejected pod is unschedulable before the next event is handled.
/// Events are still kept for pods in flight, because a pod may wait on Permit or for an extender
/// (see [InFlight]).
///
/// An unschedulable pod moves only by an event for which a plugin that rejected it is registered
/// and returns a positive hint. The flush after five minutes is a safety net. Ties in any order are
/// broken by arrival, so that runs repeat. The caller passes the clock reading of the iteration.
public final class SchedulingQueue {
    private final Profiles profiles;
    private final DeferredPods deferred;
    private final PodMoves moves;
    private final RequeueCheck requeueCheck;
    private final Log log;
    private final Map<String, QueuedPod> pods = new LinkedHashMap<>();
    private final SubQueues queues;
    private final UnschedulablePool unschedulable;
    private final UnschedulableFlush flush;
    private final InFlight inFlight = new InFlight();
    private long cycles;

    /// @param needsExtenders whether an extender is interested in a pod
    public SchedulingQueue(
            Profiles profiles,
            Backoff backoff,
            Duration maxUnschedulable,
            Predicate<Pod> needsExtenders,
            PluginRunner runner,
            Log log,
            long nowNanos) {
        this.profiles = profiles;
        this.log = log.of(SchedulingQueue.class);
        this.queues = new SubQueues(profiles, backoff, needsExtenders, runner, this.log);
        this.deferred = new DeferredPods(pods, queues, this.log);
        this.unschedulable = queues.unschedulable();
        this.flush = new UnschedulableFlush(unschedulable, maxUnschedulable, nowNanos);
        this.moves = new PodMoves(queues, new PreEnqueueRunner(runner, this.log));
        this.requeueCheck = new RequeueCheck(unschedulable, runner, this.log);
    }

    /// Adds a pending pod; true if it is gated.
    public boolean add(Pod pod, long nowNanos) {
        return add(pod, ClusterEvent.UNSCHEDULED_POD_ADD.label(), nowNanos);
    }

    private boolean add(Pod pod, String label, long nowNanos) {
        Profile profile = profiles.of(pod).orElseThrow();
        var queued = new QueuedPod(pod, profile, nowNanos);
        pods.put(pod.uid(), queued);
        if (!deferred.enter(queued, nowNanos)) {
            moves.toActive(queued, label, false, nowNanos);
        }
        return queued.gated();
    }

    /// The pods that wait before their next attempt.
    public DeferredPods deferred() {
        return deferred;
    }

    /// Pops the next pod to schedule.
    public Optional<QueuedPod> pop(long nowNanos) {
        return pop(true, nowNanos);
    }

    /// Pops the next pod to schedule. If no pod is active, pods that back off after a rejection are
    /// taken early; pods that failed with an error are not.
    ///
    /// @param withExtenders whether it may be a pod that extenders are interested in
    public Optional<QueuedPod> pop(boolean withExtenders, long nowNanos) {
        QueuedPod pod = queues.poll(withExtenders);
        if (pod == null) {
            return Optional.empty();
        }
        pod.attempts++;
        cycles++;
        pod.moved(QueueName.IN_FLIGHT, "", nowNanos);
        inFlight.begin(pod);
        return Optional.of(pod);
    }

    /// The attempt has ended and the pod is not requeued.
    public void done(String uid) {
        QueuedPod pod = pods.get(uid);
        deferred.clear(uid);
        if (pod != null && pod.queueName == QueueName.IN_FLIGHT) {
            inFlight.done(pod);
            pods.remove(uid);
        }
    }

    /// Requeues a pod whose attempt failed (kube-scheduler: `AddUnschedulableIfNotPresent`); `now`
    /// is the pod as last seen.
    public void addUnschedulableIfNotPresent(QueuedPod pod, Pod now, long nowNanos) {
        QueuedPod present = pods.get(pod.uid());
        deferred.clear(pod.uid());
        if (present != null && present != pod) {
            // An update brought the pod back while it was being bound: it stays where it is.
            inFlight.done(present);
            return;
        }
        Optional<Profile> profile = profiles.of(now);
        if (profile.isEmpty()) {
            // A reload of the configuration has removed the profile during the attempt.
            inFlight.done(pod);
            pods.remove(pod.uid());
            return;
        }
        boolean outdated = pod.profile() != profile.get();
        pod.profile(profile.get());
        pod.pod = now;
        pods.put(pod.uid(), pod);
        if (pod.hasRejectors()) {
            pod.unschedulableCount++;
            pod.consecutiveErrors = 0;
        } else {
            pod.consecutiveErrors++;
        }
        pod.queuedAtNanos = nowNanos;
        pod.backoffEndsNanos = 0;
        pod.flushedAtNanos = 0;
        pod.flushed = false;
        QueueingStrategy strategy =
                pod.hasRejectors() && !outdated
                        ? requeueCheck.strategyForInFlightEvents(pod, inFlight)
                        : QueueingStrategy.AFTER_BACKOFF;
        inFlight.done(pod);
        pod.queueName = QueueName.NONE;
        moves.requeue(pod, strategy, "ScheduleAttemptFailure", nowNanos);
        queues.logRequeued(pod, strategy, cycles);
    }

    /// Puts the profiles and the backoff of another configuration in force. Every pod that is not
    /// in flight is evaluated again; pods without a profile leave. A pod in flight follows when its
    /// attempt ends. Returns the pods that have left.
    public List<Pod> reload(Backoff backoff, long nowNanos) {
        List<Pod> gone = QueueReload.reload(pods, profiles, queues, backoff, moves, nowNanos);
        gone.forEach(pod -> deferred.clear(pod.uid()));
        return gone;
    }

    /// A pending pod changed; `events` describe the changes.
    public void update(Pod before, Pod after, List<ClusterEvent> events, long nowNanos) {
        QueuedPod pod = pods.get(after.uid());
        if (pod == null) {
            add(after, nowNanos);
            return;
        }
        ObjectChange change = ObjectChange.updated(before, after);
        if (pod.queueName == QueueName.IN_FLIGHT) {
            for (ClusterEvent event : events) {
                inFlight.log(event, change);
            }
            return;
        }
        pod.pod = after;
        switch (pod.queueName) {
            case ACTIVE, BACKOFF, ERROR_BACKOFF -> queues.sortAgain(pod);
            case UNSCHEDULABLE -> {
                unschedulable.changed(pod);
                for (ClusterEvent event : events) {
                    QueueingStrategy strategy = requeueCheck.strategy(pod, event, change);
                    if (strategy != QueueingStrategy.SKIP) {
                        moves.requeue(pod, strategy, event.label(), nowNanos);
                        if (pod.queueName != QueueName.UNSCHEDULABLE) {
                            return;
                        }
                    }
                }
            }
            case NONE, IN_FLIGHT ->
                    throw new IllegalStateException("pod " + after.key() + " is in no queue");
        }
    }

    /// Removes a pod that is deleted, bound or assigned to another scheduler. A pod in flight stays
    /// until its attempt ends.
    public void delete(String uid) {
        QueuedPod pod = pods.get(uid);
        deferred.clear(uid);
        if (pod != null && pod.queueName != QueueName.IN_FLIGHT) {
            queues.leave(pod);
            pods.remove(uid);
        }
    }

    /// Requeues the unschedulable pods that an event may help (kube-scheduler:
    /// `MoveAllToActiveOrBackoffQueue`).
    public void moveAll(ClusterEvent event, ObjectChange change, long nowNanos) {
        moveAll(event, change, pod -> true, nowNanos);
    }

    public void moveAll(
            ClusterEvent event, ObjectChange change, Predicate<Pod> only, long nowNanos) {
        if (!event.wildcard() && !unschedulable.wanted(event)) {
            return;
        }
        List<QueuedPod> reached =
                event.wildcard() ? unschedulable.all() : requeueCheck.reachedBy(event, change);
        for (int i = 0; i < reached.size(); i++) {
            if (only.test(reached.get(i).pod)) {
                tryMove(reached.get(i), event, change, nowNanos);
            }
        }
        inFlight.log(event, change);
    }

    private void tryMove(QueuedPod pod, ClusterEvent event, ObjectChange change, long nowNanos) {
        QueueingStrategy strategy = requeueCheck.strategy(pod, event, change);
        if (strategy != QueueingStrategy.SKIP) {
            // Parity: moveToActiveQ adds a pod that is gated to the unschedulable pods again, and
            // counts it.
            queues.leave(pod);
            moves.requeue(pod, strategy, event.label(), nowNanos);
        }
    }

    /// Moves pods to the active queue, whatever their backoff (kube-scheduler: `Activate`). For
    /// pods in flight the event is kept.
    public void activate(Collection<Pod> wanted, long nowNanos) {
        for (Pod each : wanted) {
            QueuedPod pod = pods.get(each.uid());
            if (pod == null || pod.deferred) {
                continue;
            }
            switch (pod.queueName) {
                case UNSCHEDULABLE ->
                        moves.toActive(pod, ClusterEvent.FORCE_ACTIVATE.label(), false, nowNanos);
                case BACKOFF, ERROR_BACKOFF ->
                        moves.toActive(pod, ClusterEvent.FORCE_ACTIVATE.label(), true, nowNanos);
                case IN_FLIGHT ->
                        inFlight.log(ClusterEvent.FORCE_ACTIVATE, ObjectChange.added(each));
                case ACTIVE, NONE -> {}
            }
        }
    }

    /// Ends backoffs and flushes pods that were unschedulable for too long; returns how many pods
    /// moved.
    public int flushDue(long nowNanos) {
        int moved = endBackoffs(nowNanos);
        if (flushDueNanos() <= nowNanos) {
            moved += flush(nowNanos);
        }
        return moved;
    }

    private int endBackoffs(long nowNanos) {
        int ended = 0;
        QueuedPod pod = queues.nextAfterBackoff(nowNanos);
        while (pod != null) {
            boolean passed = !pod.deferred;
            pod.deferred = false;
            moves.toActive(pod, "BackoffComplete", passed, nowNanos);
            ended++;
            pod = queues.nextAfterBackoff(nowNanos);
        }
        return ended;
    }

    private int flush(long nowNanos) {
        List<QueuedPod> stale = flush.takeStale(nowNanos);
        if (!stale.isEmpty()) {
            var noChange = new ObjectChange(Optional.empty(), Optional.empty());
            for (QueuedPod pod : stale) {
                tryMove(pod, ClusterEvent.UNSCHEDULABLE_TIMEOUT, noChange, nowNanos);
                if (pod.queueName != QueueName.UNSCHEDULABLE) {
                    flush.countRequeue();
                }
            }
            inFlight.log(ClusterEvent.UNSCHEDULABLE_TIMEOUT, noChange);
        }
        return stale.size();
    }

    /// When the next backoff ends; `Long.MAX_VALUE` if no pod backs off.
    public long backoffDueNanos() {
        return queues.backoffDueNanos();
    }

    /// The time of the next flush; `Long.MAX_VALUE` if no pod is unschedulable.
    public long flushDueNanos() {
        return flush.dueNanos();
    }

    public QueueSizes sizes() {
        return new QueueSizes(
                queues.active(),
                queues.backingOff(),
                unschedulable.size() - unschedulable.gated(),
                unschedulable.gated(),
                inFlight.pods(),
                inFlight.events());
    }

    /// The number of pods that a plugin rejected, by profile and plugin (kube-scheduler:
    /// `UnschedulableReason`). A pod counts until its next attempt, in whichever queue it waits.
    public SortedMap<String, SortedMap<String, Integer>> unschedulable() {
        SortedMap<String, SortedMap<String, Integer>> counts = unschedulable.byPlugin();
        for (QueuedPod pod : pods.values()) {
            if (pod.queueName != QueueName.UNSCHEDULABLE
                    && pod.queueName != QueueName.IN_FLIGHT
                    && pod.hasRejectors()) {
                var byPlugin =
                        counts.computeIfAbsent(pod.profile().name(), name -> new TreeMap<>());
                pod.rejectors().forEach(plugin -> byPlugin.merge(plugin, 1, Integer::sum));
            }
        }
        return counts;
    }

    /// The number of events that are kept for pods in flight, by event.
    public SortedMap<String, Integer> inFlightEvents() {
        return inFlight.byEvent();
    }

    /// The number of pods that the flush requeued.
    public long flushRequeues() {
        return flush.requeues();
    }

    /// Moves into each queue by event, as `queue/event`.
    public Map<String, Long> incoming() {
        return queues.incoming();
    }

    /// The end of the backoff of a pod; empty if the pod is not in backoff.
    public OptionalLong readyNanos(QueuedPod pod) {
        long ends = queues.backoff().endsNanos(pod);
        return ends == 0 ? OptionalLong.empty() : OptionalLong.of(Backoff.leavesNanos(ends));
    }

    public @Nullable QueuedPod find(String uid) {
        return pods.get(uid);
    }

    public Collection<QueuedPod> all() {
        return Collections.unmodifiableCollection(pods.values());
    }
}
