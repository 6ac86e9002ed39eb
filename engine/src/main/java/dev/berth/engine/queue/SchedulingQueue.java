package dev.berth.engine.queue;

import dev.berth.engine.port.Log;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.view.QueueSizes;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueSort;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Pending pods and the rules by which they move.
///
/// A pod is in exactly one place: *active* (ready, in the order of the queue sort plugin), one of
/// two *backoff* queues (rejected, or failed with an error), the *unschedulable* pool (parked until
/// an event helps, or gated), or *in flight* (taken, its attempt not ended).
///
/// ```
///            +-------------------- event, after backoff --------------------+
///            v                                                              |
/// add --> active --next--> in flight --rejected--> unschedulable (parked, gated)
///            ^                  |
///            |                  +--error--> backoff
///            +------- over --------------------+
/// ```
///
/// What makes this simpler than upstream's queue: one thread moves everything, so a rejected pod is
/// parked before the next event is looked at, and there is no race in which an event slips between
/// the verdict and the parking. Events are kept for pods in flight all the same, because a pod may
/// wait on permit for minutes (see [InFlight]).
///
/// A parked pod moves only by an event that a plugin which rejected it has registered for and whose
/// hint says yes. The flush after five minutes is a net; every pod it catches is counted in
/// [#flushRescues].
///
/// Ties in any order are broken by arrival, so that runs repeat. Nothing here reads a clock: the
/// caller passes the turn's reading.
public final class SchedulingQueue {
    private static final long FLUSH_PERIOD = Duration.ofSeconds(30).toNanos();
    private static final String MOVED = "Pod moved to an internal scheduling queue";

    private final Profiles profiles;
    private final Backoff backoff;
    private final PluginRunner runner;
    private final PreEnqueueCheck preEnqueue;
    private final RequeueCheck requeueCheck;
    private final Log log;
    private final NamedPlugin<QueueSort> sort;
    private final long maxUnschedulableNanos;
    private final ActivePods active;
    private final Predicate<Pod> calledExtenders;
    private final OrderedPods backingOff;
    private final OrderedPods failing;
    private final Map<String, QueuedPod> pods = new LinkedHashMap<>();
    private final UnschedulablePool unschedulable;
    private final InFlight inFlight = new InFlight();
    private final IncomingCounts incoming = new IncomingCounts();
    private long arrivals;
    private long cycles;
    private long lastFlushNanos;
    private long flushRescues;

    /// @param calledExtenders whether an extender is interested in a pod
    public SchedulingQueue(
            Profiles profiles,
            Backoff backoff,
            Duration maxUnschedulable,
            Predicate<Pod> calledExtenders,
            PluginRunner runner,
            Log log,
            long nowNanos) {
        this.profiles = profiles;
        this.backoff = backoff;
        this.runner = runner;
        this.log = log.of(SchedulingQueue.class);
        this.maxUnschedulableNanos = maxUnschedulable.toNanos();
        this.lastFlushNanos = nowNanos;
        this.unschedulable = new UnschedulablePool(profiles, runner.times().meter());
        this.preEnqueue = new PreEnqueueCheck(runner, this.log);
        this.requeueCheck = new RequeueCheck(unschedulable, runner, this.log);
        this.sort = profiles.order();
        this.calledExtenders = calledExtenders;
        active = new ActivePods(this::readyFirst, calledExtenders);
        backingOff = new OrderedPods(this::endsFirst);
        failing = new OrderedPods(this::failedEndsFirst);
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

    /// A new pending pod of ours.
    public void add(Pod pod, long nowNanos) {
        add(pod, ClusterEvent.UNSCHEDULABLE_POD_ADD.label(), nowNanos);
    }

    private void add(Pod pod, String label, long nowNanos) {
        Profile profile = profiles.of(pod).orElseThrow();
        var queued = new QueuedPod(pod, profile, nowNanos);
        pods.put(pod.uid(), queued);
        toActive(queued, label, false, nowNanos);
    }

    /// The next pod to schedule of all, or nothing.
    public Optional<QueuedPod> next(long nowNanos) {
        return next(true, nowNanos);
    }

    /// The next pod to schedule, or nothing.
    ///
    /// When nobody is ready the pods that back off after a rejection are taken early; those that
    /// failed with an error are not.
    ///
    /// @param withExtenderResult whether it may be one on which extenders have a say
    public Optional<QueuedPod> next(boolean withExtenderResult, long nowNanos) {
        QueuedPod pod = active.poll(withExtenderResult);
        if (pod == null) {
            pod = early(withExtenderResult);
            if (pod == null) {
                return Optional.empty();
            }
            incoming.count(QueueName.ACTIVE, "PopFromBackoffQ");
        }
        pod.attempts++;
        cycles++;
        pod.moved(QueueName.IN_FLIGHT, "", nowNanos);
        inFlight.begin(pod);
        return Optional.of(pod);
    }

    private @Nullable QueuedPod early(boolean withExtenderResult) {
        QueuedPod first = backingOff.peek();
        return active.size() > 0
                        || first == null
                        || !withExtenderResult && calledExtenders.test(first.pod)
                ? null
                : backingOff.poll();
    }

    /// The attempt is over as far as events are concerned; called by all who do not put the pod
    /// back.
    public void done(String uid) {
        QueuedPod pod = pods.get(uid);
        if (pod != null && pod.place == QueueName.IN_FLIGHT) {
            inFlight.done(pod);
            pods.remove(uid);
        }
    }

    /// Puts a pod back whose attempt failed; its rejecting plugins are set already. `now` is how
    /// the pod looks now.
    public void putBack(QueuedPod pod, Pod now, long nowNanos) {
        QueuedPod present = pods.get(pod.uid());
        if (present != null && present != pod) {
            // An update brought the pod back while it was being bound: it stays where it is.
            inFlight.done(present);
            return;
        }
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
                pod.hasRejectors() ? missedMeanwhile(pod) : QueueingStrategy.AFTER_BACKOFF;
        inFlight.done(pod);
        pod.place = QueueName.NOWHERE;
        requeue(pod, strategy, "ScheduleAttemptFailure", nowNanos);
        if (log.enabled(3)) {
            log.info(
                    3,
                    MOVED,
                    "pod",
                    pod.pod,
                    "event",
                    "ScheduleAttemptFailure",
                    "queue",
                    pod.place.title(),
                    "schedulingCycle",
                    cycles,
                    "hint",
                    strategy.number(),
                    "unschedulable plugins",
                    new TreeSet<>(pod.unschedulablePlugins()));
        }
    }

    private QueueingStrategy missedMeanwhile(QueuedPod pod) {
        if (!inFlight.contains(pod)) {
            return QueueingStrategy.AFTER_BACKOFF;
        }
        QueueingStrategy strategy = QueueingStrategy.SKIP;
        for (InFlight.Logged logged : inFlight.since(pod)) {
            QueueingStrategy wanted = requeueCheck.strategy(pod, logged.event(), logged.change());
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

    /// A pending pod changed; `events` say how.
    public void update(Pod before, Pod after, List<ClusterEvent> events, long nowNanos) {
        QueuedPod pod = pods.get(after.uid());
        if (pod == null) {
            add(after, "UnschedulablePodUpdate", nowNanos);
            return;
        }
        ObjectChange change = ObjectChange.updated(before, after);
        if (pod.place == QueueName.IN_FLIGHT) {
            for (ClusterEvent event : events) {
                inFlight.log(event, change);
            }
            return;
        }
        pod.pod = after;
        switch (pod.place) {
            case ACTIVE -> {
                active.remove(pod);
                active.add(pod);
            }
            case BACKOFF -> sortAgain(backingOff, pod);
            case ERROR_BACKOFF -> sortAgain(failing, pod);
            case UNSCHEDULABLE -> {
                for (ClusterEvent event : events) {
                    QueueingStrategy strategy = requeueCheck.strategy(pod, event, change);
                    if (strategy != QueueingStrategy.SKIP) {
                        requeue(pod, strategy, event.label(), nowNanos);
                        if (pod.place != QueueName.UNSCHEDULABLE) {
                            return;
                        }
                    }
                }
            }
            case NOWHERE, IN_FLIGHT ->
                    throw new IllegalStateException("pod " + after.key() + " in no queue");
        }
    }

    private static void sortAgain(OrderedPods line, QueuedPod pod) {
        line.remove(pod);
        line.add(pod);
    }

    /// Forgets a pod that is gone, bound or no longer ours. One in flight stays so until its
    /// attempt ends.
    public void delete(String uid) {
        QueuedPod pod = pods.get(uid);
        if (pod != null && pod.place != QueueName.IN_FLIGHT) {
            leave(pod);
            pods.remove(uid);
        }
    }

    /// Tells of an event; wakes the parked pods it may help.
    public void moveAll(ClusterEvent event, ObjectChange change, long nowNanos) {
        moveAll(event, change, pod -> true, nowNanos);
    }

    public void moveAll(
            ClusterEvent event, ObjectChange change, Predicate<Pod> only, long nowNanos) {
        if (!event.wildcard() && !unschedulable.wanted(event)) {
            return;
        }
        for (QueuedPod pod :
                event.wildcard() ? unschedulable.all() : unschedulable.reachedBy(event)) {
            if (only.test(pod.pod)) {
                tryMove(pod, event, change, nowNanos);
            }
        }
        inFlight.log(event, change);
    }

    private void tryMove(QueuedPod pod, ClusterEvent event, ObjectChange change, long nowNanos) {
        QueueingStrategy strategy = requeueCheck.strategy(pod, event, change);
        if (strategy != QueueingStrategy.SKIP) {
            // Parity: a pod that turns out to be gated enters the pool anew, and is counted.
            leave(pod);
            requeue(pod, strategy, event.label(), nowNanos);
        }
    }

    /// Makes pods ready at once, whatever their backoff; for pods in flight it is remembered.
    public void activate(Collection<Pod> wanted, long nowNanos) {
        for (Pod each : wanted) {
            QueuedPod pod = pods.get(each.uid());
            if (pod == null) {
                continue;
            }
            switch (pod.place) {
                case UNSCHEDULABLE ->
                        toActive(pod, ClusterEvent.FORCE_ACTIVATE.label(), false, nowNanos);
                case BACKOFF, ERROR_BACKOFF ->
                        toActive(pod, ClusterEvent.FORCE_ACTIVATE.label(), true, nowNanos);
                case IN_FLIGHT ->
                        inFlight.log(ClusterEvent.FORCE_ACTIVATE, ObjectChange.added(each));
                case ACTIVE, NOWHERE -> {}
            }
        }
    }

    /// Does what is due by the clock; returns how many pods moved.
    public int fire(long nowNanos) {
        int moved = endBackoffs(backingOff, nowNanos) + endBackoffs(failing, nowNanos);
        if (flushDueNanos() <= nowNanos) {
            moved += flush(nowNanos);
            lastFlushNanos = nowNanos - Math.floorMod(nowNanos - lastFlushNanos, FLUSH_PERIOD);
        }
        return moved;
    }

    private int endBackoffs(OrderedPods line, long nowNanos) {
        int ended = 0;
        QueuedPod head = line.peek();
        while (head != null && !backoff.backingOff(head, nowNanos)) {
            toActive(head, "BackoffComplete", true, nowNanos);
            ended++;
            head = line.peek();
        }
        return ended;
    }

    private int flush(long nowNanos) {
        var stale = new ArrayList<QueuedPod>();
        for (QueuedPod pod : unschedulable.all()) {
            if (nowNanos - Math.max(pod.queuedAtNanos, pod.flushedAtNanos)
                    > maxUnschedulableNanos) {
                pod.flushedAtNanos = nowNanos;
                pod.flushed = true;
                stale.add(pod);
            }
        }
        if (!stale.isEmpty()) {
            var noChange = new ObjectChange(Optional.empty(), Optional.empty());
            for (QueuedPod pod : stale) {
                tryMove(pod, ClusterEvent.UNSCHEDULABLE_TIMEOUT, noChange, nowNanos);
                if (pod.place != QueueName.UNSCHEDULABLE) {
                    flushRescues++;
                }
            }
            inFlight.log(ClusterEvent.UNSCHEDULABLE_TIMEOUT, noChange);
        }
        return stale.size();
    }

    /// When [#fire] has something to do next: the end of a backoff. `Long.MAX_VALUE` if never.
    public long backoffDueNanos() {
        return Math.min(endOfFirst(backingOff), endOfFirst(failing));
    }

    private long endOfFirst(OrderedPods line) {
        QueuedPod head = line.peek();
        if (head == null) {
            return Long.MAX_VALUE;
        }
        long ends = backoff.endsNanos(head);
        return ends == 0 ? 0 : Backoff.leavesNanos(ends);
    }

    /// When the net for long-parked pods is drawn next; `Long.MAX_VALUE` if nobody is parked.
    public long flushDueNanos() {
        return unschedulable.isEmpty() ? Long.MAX_VALUE : lastFlushNanos + FLUSH_PERIOD;
    }

    private void requeue(QueuedPod pod, QueueingStrategy strategy, String label, long nowNanos) {
        switch (strategy) {
            case SKIP -> addUnschedulable(pod, label, nowNanos);
            case AFTER_BACKOFF -> {
                if (backoff.backingOff(pod, nowNanos)) {
                    toBackoff(pod, label, nowNanos);
                } else {
                    toActive(pod, label, false, nowNanos);
                }
            }
            case IMMEDIATELY -> toActive(pod, label, false, nowNanos);
        }
    }

    private void toActive(QueuedPod pod, String label, boolean fromBackoff, long nowNanos) {
        if (!fromBackoff && !preEnqueue.passes(pod)) {
            addUnschedulable(pod, label, nowNanos);
            return;
        }
        leave(pod);
        if (pod.readySinceNanos < 0) {
            pod.readySinceNanos = nowNanos;
        }
        enter(pod, QueueName.ACTIVE, active::add, label, nowNanos);
    }

    private void toBackoff(QueuedPod pod, String label, long nowNanos) {
        if (!preEnqueue.passes(pod)) {
            addUnschedulable(pod, label, nowNanos);
            return;
        }
        leave(pod);
        if (pod.hasRejectors()) {
            enter(pod, QueueName.BACKOFF, backingOff::add, label, nowNanos);
        } else {
            enter(pod, QueueName.ERROR_BACKOFF, failing::add, label, nowNanos);
        }
    }

    private void enter(
            QueuedPod pod, QueueName place, Consumer<QueuedPod> line, String label, long nowNanos) {
        pod.arrival = arrivals++;
        pod.moved(place, label, nowNanos);
        line.accept(pod);
        incoming.count(place, label);
        if (log.enabled(5)) {
            logMove(pod, label, MOVED);
        }
    }

    private void logMove(QueuedPod pod, String label, String message) {
        log.info(5, message, "pod", pod.pod, "event", label, "queue", pod.place.title());
    }

    private void addUnschedulable(QueuedPod pod, String label, long nowNanos) {
        pod.flushed &= !pod.gated();
        if (pod.place == QueueName.UNSCHEDULABLE) {
            unschedulable.reasonsChanged(pod);
            return;
        }
        leave(pod);
        pod.arrival = arrivals++;
        pod.moved(QueueName.UNSCHEDULABLE, label, nowNanos);
        unschedulable.add(pod);
        incoming.count(QueueName.UNSCHEDULABLE, label);
        if (pod.gated() && log.enabled(5)) {
            logMove(pod, label, MOVED + ", because the pod is gated");
        }
    }

    private void leave(QueuedPod pod) {
        switch (pod.place) {
            case ACTIVE -> active.remove(pod);
            case BACKOFF -> backingOff.remove(pod);
            case ERROR_BACKOFF -> failing.remove(pod);
            case UNSCHEDULABLE -> unschedulable.remove(pod);
            case NOWHERE, IN_FLIGHT -> {}
        }
        pod.place = QueueName.NOWHERE;
    }

    public QueueSizes sizes() {
        return new QueueSizes(
                active.size(),
                backingOff.size() + failing.size(),
                unschedulable.size() - unschedulable.gated(),
                unschedulable.gated(),
                inFlight.pods(),
                inFlight.events());
    }

    /// How many parked pods each plugin keeps, by profile.
    public SortedMap<String, SortedMap<String, Integer>> unschedulable() {
        return unschedulable.byPlugin();
    }

    /// What is remembered for pods in flight, by event.
    public SortedMap<String, Integer> inFlightEvents() {
        return inFlight.byEvent();
    }

    /// How many pods were woken by the flush and by no event.
    public long flushRescues() {
        return flushRescues;
    }

    /// Moves into each queue by event, as `queue/event`.
    public Map<String, Long> incoming() {
        return incoming.all();
    }

    /// When a pod that backs off is ready at the latest; empty if it need not wait.
    public OptionalLong readyNanos(QueuedPod pod) {
        long ends = backoff.endsNanos(pod);
        return ends == 0 ? OptionalLong.empty() : OptionalLong.of(Backoff.leavesNanos(ends));
    }

    public @Nullable QueuedPod find(String uid) {
        return pods.get(uid);
    }

    public Collection<QueuedPod> all() {
        return Collections.unmodifiableCollection(pods.values());
    }
}
