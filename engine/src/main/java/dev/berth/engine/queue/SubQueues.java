package dev.berth.engine.queue;

import dev.berth.engine.port.Log;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profiles;
import dev.berth.model.Pod;
import dev.berth.spi.QueueSort;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The queues that a pending pod can be in: the active queue, the two backoff queues, and the
/// unschedulable pods. A pod is in one of them at most.
final class SubQueues {
    private static final String MOVED = "Entity moved to an internal scheduling queue";

    private Backoff backoff;
    private final Predicate<Pod> needsExtenders;
    private final PluginRunner runner;
    private final Log log;
    private NamedPlugin<QueueSort> sort;
    private final ActivePods active;
    private final OrderedPods backingOff;
    private final OrderedPods failing;
    private final UnschedulablePool unschedulable;
    private final IncomingCounts incoming = new IncomingCounts();
    private long arrivals;

    SubQueues(
            Profiles profiles,
            Backoff backoff,
            Predicate<Pod> needsExtenders,
            PluginRunner runner,
            Log log) {
        this.backoff = backoff;
        this.needsExtenders = needsExtenders;
        this.runner = runner;
        this.log = log;
        this.sort = profiles.order();
        this.active = new ActivePods(this::readyFirst, needsExtenders);
        this.backingOff = new OrderedPods(this::endsFirst);
        this.failing = new OrderedPods(this::failedEndsFirst);
        this.unschedulable = new UnschedulablePool(profiles, runner.times().meter());
    }

    /// Puts another order and another backoff in force, while all queues are empty.
    void reload(NamedPlugin<QueueSort> order, Backoff changed) {
        if (active() + backingOff() + unschedulable.size() > 0) {
            throw new IllegalStateException("pods are still in the queues");
        }
        sort = order;
        backoff = changed;
        unschedulable.forgetReasons();
    }

    Backoff backoff() {
        return backoff;
    }

    private int readyFirst(QueuedPod a, QueuedPod b) {
        int bySort = runner.compare(sort, a, b);
        return bySort != 0 ? bySort : Long.compare(a.arrival, b.arrival);
    }

    private int endsFirst(QueuedPod a, QueuedPod b) {
        int byEnd = Long.compare(backoff.endsNanos(a), backoff.endsNanos(b));
        return byEnd != 0 ? byEnd : readyFirst(a, b);
    }

    private int failedEndsFirst(QueuedPod a, QueuedPod b) {
        int byEnd = Long.compare(backoff.endsNanos(a), backoff.endsNanos(b));
        return byEnd != 0 ? byEnd : Long.compare(a.arrival, b.arrival);
    }

    UnschedulablePool unschedulable() {
        return unschedulable;
    }

    int active() {
        return active.size();
    }

    int backingOff() {
        return backingOff.size() + failing.size();
    }

    /// Moves into each queue by event, as `queue/event`.
    Map<String, Long> incoming() {
        return incoming.all();
    }

    /// Takes the next pod to schedule. If no pod is active, pods that back off after a rejection
    /// are taken early.
    ///
    /// @param withExtenders whether it may be a pod that extenders are interested in
    @Nullable QueuedPod poll(boolean withExtenders) {
        QueuedPod pod = active.poll(withExtenders);
        if (pod != null) {
            return pod;
        }
        QueuedPod first = backingOff.peek();
        if (active.size() > 0
                || first == null
                || !withExtenders && needsExtenders.test(first.pod)) {
            return null;
        }
        incoming.count(QueueName.ACTIVE, "PopFromBackoffQ");
        return backingOff.poll();
    }

    /// A pod whose backoff has ended; null if there is none.
    @Nullable QueuedPod nextAfterBackoff(long nowNanos) {
        QueuedPod first = backingOff.peek();
        if (first == null || backoff.backingOff(first, nowNanos)) {
            first = failing.peek();
        }
        return first == null || backoff.backingOff(first, nowNanos) ? null : first;
    }

    /// When the next backoff ends; `Long.MAX_VALUE` if no pod backs off.
    long backoffDueNanos() {
        return Math.min(endOfFirst(backingOff), endOfFirst(failing));
    }

    private long endOfFirst(OrderedPods queue) {
        QueuedPod head = queue.peek();
        if (head == null) {
            return Long.MAX_VALUE;
        }
        long ends = backoff.endsNanos(head);
        return ends == 0 ? 0 : Backoff.leavesNanos(ends);
    }

    /// Sorts the pod again after it has changed.
    void sortAgain(QueuedPod pod) {
        remove(pod);
        insert(pod);
    }

    /// Moves a pod into the active queue or a backoff queue.
    void enter(QueuedPod pod, QueueName place, String label, long nowNanos) {
        leave(pod);
        pod.arrival = arrivals++;
        pod.moved(place, label, nowNanos);
        insert(pod);
        incoming.count(place, label);
        if (log.enabled(5)) {
            logMove(pod, label, MOVED);
        }
    }

    /// Moves a pod to the unschedulable pods.
    void addUnschedulable(QueuedPod pod, String label, long nowNanos) {
        pod.flushed &= !pod.gated();
        if (pod.queueName == QueueName.UNSCHEDULABLE) {
            unschedulable.reasonsChanged(pod);
            return;
        }
        leave(pod);
        pod.arrival = arrivals++;
        pod.moved(QueueName.UNSCHEDULABLE, label, nowNanos);
        insert(pod);
        incoming.count(QueueName.UNSCHEDULABLE, label);
        if (pod.gated() && log.enabled(5)) {
            logMove(pod, label, MOVED + ", because it is gated");
        }
    }

    private void logMove(QueuedPod pod, String label, String message) {
        log.info(
                5,
                message,
                "type",
                "pod",
                "entity",
                pod.pod,
                "event",
                label,
                "queue",
                pod.queueName.title());
    }

    /// Logs where a pod is after its attempt failed.
    void logRequeued(QueuedPod pod, QueueingStrategy strategy, long cycles) {
        if (log.enabled(3)) {
            log.info(
                    3,
                    "Pod moved to an internal scheduling queue",
                    "pod",
                    pod.pod,
                    "event",
                    "ScheduleAttemptFailure",
                    "queue",
                    pod.queueName.title(),
                    "schedulingCycle",
                    cycles,
                    "hint",
                    strategy.number(),
                    "unschedulable plugins",
                    new TreeSet<>(pod.unschedulablePlugins()));
        }
    }

    /// Removes a pod from its queue, if it is in any.
    void leave(QueuedPod pod) {
        remove(pod);
        pod.queueName = QueueName.NONE;
    }

    private void insert(QueuedPod pod) {
        switch (pod.queueName) {
            case ACTIVE -> active.add(pod);
            case BACKOFF -> backingOff.add(pod);
            case ERROR_BACKOFF -> failing.add(pod);
            case UNSCHEDULABLE -> unschedulable.add(pod);
            case NONE, IN_FLIGHT -> {}
        }
    }

    private void remove(QueuedPod pod) {
        switch (pod.queueName) {
            case ACTIVE -> active.remove(pod);
            case BACKOFF -> backingOff.remove(pod);
            case ERROR_BACKOFF -> failing.remove(pod);
            case UNSCHEDULABLE -> unschedulable.remove(pod);
            case NONE, IN_FLIGHT -> {}
        }
    }
}
