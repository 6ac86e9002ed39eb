package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.state.RawObjects;
import dev.berth.engine.view.EngineStats;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The scheduling thread's work: one thread owns the cluster state, and all other threads send it
/// messages.
///
/// A loop iteration drains messages, fires timers, starts one attempt, and sends the API calls that
/// have collected. Nothing else changes state, queue or bindings, so there are no locks, no
/// snapshot, and no race between a verdict and the event that would have changed it. A thread
/// repeats [#runOnce]; a test calls it by hand.
///
/// The order within an iteration matters little, because the next iteration brings every part up to
/// date. What matters is that a cycle runs between messages, never concurrently with them. Each
/// iteration reads the clock once. That reading and the drained messages are the only inputs: the
/// same inputs and seed give the same run.
///
/// What was tried: a thread per extension point, as kube-scheduler has it, needs a snapshot per
/// cycle and in-flight events for every pod. With pod shapes a cycle takes microseconds, and
/// handing it to another thread costs more than running it.
///
/// References: Aeron's agents and duty cycles; Trino's event-driven task scheduler; LMAX.
public final class SchedulingLoop {
    private static final int MESSAGES_PER_ITERATION = 256;
    private static final int CALLS_PER_BATCH = 64;

    private final EngineWiring engine;
    private final LoopSettings settings;
    private final IterationClock now;
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Binder binder;
    private final Outbox outbox;
    private final RawObjects wholeObjects;
    private final EventHandlers handlers;
    private final LoopControl control;
    private final Watchdog watchdog;
    private final EngineStatistics statistics;
    private final QueryAnswers answers;
    private final Log log;

    public SchedulingLoop(EngineWiring engine) {
        this.engine = engine;
        settings = engine.settings();
        now = engine.now();
        state = engine.state();
        queue = engine.queue();
        binder = engine.binder();
        outbox = engine.outbox();
        wholeObjects = engine.suspendedAttempts().whole();
        handlers = new EventHandlers(engine);
        control = new LoopControl(settings.limits().scheduling());
        watchdog =
                new Watchdog(
                        engine.services().times(),
                        settings.limits().slowIteration(),
                        settings.observation().log());
        statistics = new EngineStatistics(engine, watchdog);
        answers = new QueryAnswers(engine, statistics, control);
        log = settings.observation().log().of(SchedulingLoop.class);
    }

    /// One loop iteration. Returns how much was done; 0 means that there is nothing to do before
    /// the next message or timer.
    public int runOnce() {
        engine.thread().enter();
        now.read();
        watchdog.begin();
        int work = engine.mailbox().drain(this::applyGuarded, MESSAGES_PER_ITERATION);
        work +=
                engine.services().timers().fire(now.getAsLong())
                        + queue.fire(now.getAsLong())
                        + settings.ports().executor().resume();
        engine.events().objectsAssumed(state);
        state.repairObservers(now.getAsLong());
        boolean mayStart = mayStart();
        Optional<QueuedPod> next =
                mayStart
                        ? queue.next(!engine.suspendedAttempts().busy(), now.getAsLong())
                        : Optional.empty();
        if (next.isPresent()) {
            settings.rateLimit().take(now.getAsLong());
            engine.attempts().run(next.get());
            work++;
        }
        if (mayStart) {
            control.iterated(next.isPresent());
        }
        if (next.isEmpty() || outbox.ready() >= CALLS_PER_BATCH) {
            work += outbox.flush();
        }
        watchdog.end();
        return work;
    }

    /// No attempt starts while too many API calls are unanswered: a pod that comes later and has a
    /// higher priority must not wait behind decisions that cannot be sent.
    private boolean mayStart() {
        return control.mayStart()
                && state.ready()
                && outbox.underWay() < settings.limits().maxCallsInFlight()
                && settings.rateLimit().dueNanos() <= now.getAsLong();
    }

    /// A message that fails, by code of a plugin or by a bug of the engine, must not prevent the
    /// other messages.
    private void applyGuarded(Message message) {
        try {
            apply(message);
        } catch (RuntimeException | Error problem) {
            statistics.countFailure();
            log.error(
                    problem,
                    "A message could not be applied",
                    "message",
                    message.getClass().getSimpleName());
        }
        engine.events().objectsAssumed(state);
    }

    private void apply(Message message) {
        switch (message) {
            case Message.NodeSeen(var node, var whole) -> {
                wholeObjects.seen(node, whole);
                handlers.nodeSeen(node);
            }
            case Message.NodeGone(String name) -> {
                wholeObjects.nodeGone(name);
                handlers.nodeGone(name);
            }
            case Message.PodSeen(Pod pod, var whole) -> {
                wholeObjects.seen(pod, whole);
                handlers.podSeen(pod);
            }
            case Message.PodGone(String uid) -> {
                wholeObjects.podGone(uid);
                handlers.podGone(uid);
            }
            case Message.ObjectSeen(KubeObject object) -> handlers.objectSeen(object);
            case Message.ObjectGone(Kind kind, String key, String uid) ->
                    handlers.objectGone(kind, key, uid);
            case Message.Listed(Kind kind) -> state.listed(kind);
            case Message.Unlisted(Kind kind, String why) -> state.unlisted(kind, why);
            case Message.Scheduling(boolean on) -> control.scheduling(on);
            case Message.Pause(boolean on) -> control.pause(on);
            case Message.Step step -> control.step();
            case Message.BindEnded(String uid, var outcome) -> binder.ended(uid, outcome);
            case Message.CallEnded(long ticket, var outcome) -> outbox.ended(ticket, outcome);
            case Message.PodRead(String uid, var outcome) -> binder.podRead(uid, outcome);
            case Message.ReportedBindRead(String uid, var outcome) ->
                    engine.results().reportedBindRead(uid, outcome);
            case Message.ExtenderAnswered(long ticket, var extenderResult) ->
                    engine.suspendedAttempts().extenderResult(ticket, extenderResult);
            case Message.Allow(String uid, String plugin) -> binder.waiting().allow(uid, plugin);
            case Message.Deny(String uid, String plugin, String why) ->
                    binder.waiting().reject(uid, plugin, why);
            case Message.Activate(List<String> keys) ->
                    queue.activate(known(keys), now.getAsLong());
            case Message.PluginRequested(long ticket) -> engine.requests().carryOut(ticket);
            case Message.PluginFailed failed ->
                    engine.services().runner().failures().report(failed);
            case Message.Ask<?> ask -> answer(ask);
        }
    }

    private List<Pod> known(List<String> keys) {
        var pods = new ArrayList<Pod>();
        for (String key : keys) {
            state.uidOf(key).flatMap(state::pod).map(PodEntry::seen).ifPresent(pods::add);
        }
        return pods;
    }

    private <T> void answer(Message.Ask<T> ask) {
        try {
            ask.answer().complete(answers.to(ask.query()));
        } catch (RuntimeException | Error problem) {
            ask.answer().completeExceptionally(problem);
            throw problem;
        }
    }

    /// Counters and sizes. Scheduling thread only; others send a query.
    public EngineStats stats() {
        return statistics.collect();
    }

    /// When something is due by the clock: the end of a backoff, of a permit wait, a retry.
    /// `Long.MAX_VALUE` if never.
    public long dueNanos() {
        long due = Math.min(engine.services().timers().dueNanos(), queue.backoffDueNanos());
        long paced = settings.rateLimit().dueNanos();
        // If the rate limit allows an attempt now, the loop does not wait for the rate limit.
        boolean waits =
                settings.rateLimit().limited()
                        && paced > now.getAsLong()
                        && queue.sizes().active() > 0;
        return waits ? Math.min(due, paced) : due;
    }

    /// When pods that were unschedulable for too long are retried next.
    public long flushDueNanos() {
        return queue.flushDueNanos();
    }

    /// Whether no pod is ready, backing off, in flight, waiting on Permit or being bound, and no
    /// API call is unanswered.
    public boolean idle() {
        var sizes = queue.sizes();
        return engine.mailbox().isEmpty()
                && sizes.active() == 0
                && sizes.backoff() == 0
                && sizes.inFlight() == 0
                && binder.waiting().size() == 0
                && binder.size() == 0
                && outbox.isEmpty();
    }

    /// The kinds of objects that plugins read.
    public Set<Kind> reads() {
        var kinds = new LinkedHashSet<Kind>();
        engine.profiles().all().forEach(profile -> kinds.addAll(profile.reads()));
        return kinds;
    }

    /// Logs and counts an iteration that failed as a whole.
    public void reportFailure(Throwable bug) {
        statistics.countFailure();
        log.error(bug, "A loop iteration failed");
    }

    /// Closes all plugins; there must be no more iterations.
    public void close() {
        engine.profiles().close();
    }
}
