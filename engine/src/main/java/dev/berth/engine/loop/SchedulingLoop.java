package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.binding.Timers;
import dev.berth.engine.binding.WaitingPodsMap;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.DecisionRing;
import dev.berth.engine.view.EngineStats;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.spi.Nomination;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// The scheduling thread's work: one thread owns the cluster, everything else talks to it by
/// message.
///
/// A turn drains what happened, fires what is due, schedules one pod, and sends what has gathered.
/// Nothing else changes state, queue or bindings, so there are no locks, no snapshot and no race
/// between a verdict and the event that would have changed it. A thread repeats [#runOnce]; a test
/// calls it by hand.
///
/// Order within a turn matters little, since every part is brought up to date by the next turn;
/// what matters is that a cycle runs between messages, never beside them. Each turn reads the clock
/// once. That reading and the messages drained are the only inputs: the same inputs and seed give
/// the same run.
///
/// What was tried: a thread per extension point, as upstream has it, needs a snapshot per cycle and
/// in-flight events for every pod; with shapes a cycle takes microseconds, and handing it to
/// another thread costs more than running it.
///
/// References: Aeron's agents and duty cycles; Trino's event-driven task scheduler; LMAX.
public final class SchedulingLoop {
    private static final int MESSAGES_PER_ITERATION = 256;
    private static final int CALLS_A_BATCH = 64;

    private final LoopSettings settings;
    private final Mailbox mailbox = new Mailbox();
    private final ClusterState state = new ClusterState();
    private final Timers timers = new Timers();
    private final IterationClock now;
    private final Log log;
    private final PluginTimes times;
    private final PluginRunner runner;
    private final Watchdog watchdog;
    private final ObjectWaiters awaiting = new ObjectWaiters(timers, state::find);
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final Profiles profiles;
    private final SchedulingQueue queue;
    private final SchedulingCycle cycle;
    private final SuspendedAttempts consultations;
    private final DecisionRecorder recorder;
    private final PodScheduler scheduler;
    private final EventHandlers intake;
    private volatile @Nullable Thread owner;
    private long failures;
    private final QueryHandler answers;
    private boolean scheduling;
    private boolean paused;
    private int steps;

    public SchedulingLoop(LoopSettings settings) {
        this.settings = settings;
        scheduling = settings.scheduling();
        now = new IterationClock(settings.clock());
        log = settings.log().of(SchedulingLoop.class);
        times = new PluginTimes(settings.ticker(), settings.meter(), settings.sampling());
        runner = new PluginRunner(times, new PluginFailures(times, settings.log(), mailbox));
        watchdog = new Watchdog(times, settings.slowIteration(), settings.log());
        outbox = new Outbox(settings.api(), mailbox, timers, now, times);
        statuses = new StatusWriter(state, outbox, timers, now);
        profiles =
                new Profiles(
                        settings.profiles(),
                        settings.extenders().isEmpty() ? Set.of() : Set.of(ExtenderSpec.REJECTOR),
                        settings.meter(),
                        spec -> new EngineContext(this, spec));
        queue =
                new SchedulingQueue(
                        profiles,
                        settings.backoff(),
                        settings.maxUnschedulable(),
                        this::calledExtenders,
                        runner,
                        settings.log(),
                        now.getAsLong());
        cycle = new SchedulingCycle(state, runner, settings.random(), settings.extenders());
        consultations =
                new SuspendedAttempts(
                        settings.extenders(),
                        state,
                        settings.api(),
                        settings.executor(),
                        mailbox,
                        runner.failures());
        recorder =
                new DecisionRecorder(
                        new DecisionRing(settings.decisionsKept()), settings.decisions(), now);
        scheduler =
                new PodScheduler(
                        state,
                        queue,
                        cycle,
                        settings.extenders(),
                        consultations,
                        outbox,
                        statuses,
                        sponsor ->
                                new Binder(
                                        outbox,
                                        statuses,
                                        settings.executor(),
                                        settings.extenders(),
                                        mailbox,
                                        timers,
                                        sponsor,
                                        runner,
                                        now),
                        settings.api(),
                        mailbox,
                        timers,
                        recorder,
                        runner,
                        settings.log(),
                        now);
        intake =
                new EventHandlers(
                        state,
                        queue,
                        profiles,
                        waitingPods(),
                        statuses,
                        awaiting,
                        times,
                        settings.log(),
                        now);
        answers = new QueryHandler(this, profiles, recorder, statuses, now);
        for (Profile profile : profiles.all()) {
            for (NamedPlugin<StateObserver> observer : profile.observers()) {
                state.observe(
                        observer.plugin(),
                        problem ->
                                runner.failures()
                                        .report(
                                                PluginFailure.of(
                                                        PluginCall.STATE_OBSERVER,
                                                        observer.name(),
                                                        problem),
                                                null));
            }
        }
    }

    /// One duty cycle. Returns how much was done; 0 means there is nothing to do before the next
    /// message or timer.
    public int runOnce() {
        owner = Thread.currentThread();
        now.read();
        watchdog.begin();
        int work = mailbox.drain(this::applyGuarded, MESSAGES_PER_ITERATION);
        work +=
                timers.fire(now.getAsLong())
                        + queue.fire(now.getAsLong())
                        + settings.executor().resume();
        state.repairObservers(now.getAsLong());
        boolean mayDecide = mayDecide();
        Optional<QueuedPod> next =
                mayDecide ? queue.next(!consultations.busy(), now.getAsLong()) : Optional.empty();
        if (next.isPresent()) {
            settings.rateLimit().take(now.getAsLong());
            scheduler.schedule(next.get());
            work++;
        }
        if (mayDecide) {
            // A step with nobody ready is not saved for later.
            steps = next.isPresent() && paused ? steps - 1 : 0;
        }
        if (next.isEmpty() || outbox.ready() >= CALLS_A_BATCH) {
            work += outbox.flush();
        }
        watchdog.end();
        return work;
    }

    /// More decisions than can be sent soon would only grow old: a pod that comes later and matters
    /// more must not stand behind them.
    private boolean mayDecide() {
        return scheduling
                && (!paused || steps > 0)
                && state.ready()
                && outbox.underWay() < settings.maxUnderWay()
                && settings.rateLimit().dueNanos() <= now.getAsLong();
    }

    /// One message that goes wrong, by a callback of a plugin or by a bug of ours, must not take
    /// the others with it.
    private void applyGuarded(Message message) {
        try {
            apply(message);
        } catch (RuntimeException | Error problem) {
            failures++;
            log.error(
                    problem,
                    "A message could not be applied",
                    "message",
                    message.getClass().getSimpleName());
        }
    }

    private void apply(Message message) {
        switch (message) {
            case Message.NodeSeen(var node, var whole) -> {
                consultations.whole().seen(node, whole);
                intake.nodeSeen(node);
            }
            case Message.NodeGone(String name) -> {
                consultations.whole().nodeGone(name);
                intake.nodeGone(name);
            }
            case Message.PodSeen(Pod pod, var whole) -> {
                consultations.whole().seen(pod, whole);
                intake.podSeen(pod);
            }
            case Message.PodGone(String uid) -> {
                consultations.whole().podGone(uid);
                intake.podGone(uid);
            }
            case Message.ObjectSeen(KubeObject object) -> intake.objectSeen(object);
            case Message.ObjectGone(Kind kind, String key, String uid) ->
                    intake.objectGone(kind, key, uid);
            case Message.Listed(Kind kind) -> state.listed(kind);
            case Message.Unlisted(Kind kind, String why) -> state.unlisted(kind, why);
            case Message.Scheduling(boolean on) -> scheduling = on;
            case Message.Pause(boolean on) -> paused = on;
            case Message.Step step -> steps++;
            case Message.BindEnded(String uid, var outcome) ->
                    scheduler.binder().ended(uid, outcome);
            case Message.CallEnded(long ticket, var outcome) -> outbox.ended(ticket, outcome);
            case Message.PodRead(String uid, var outcome) -> scheduler.bindVerified(uid, outcome);
            case Message.ExtenderAnswered(long ticket, var extenderResult) ->
                    consultations.extenderResult(ticket, extenderResult);
            case Message.Allow(String uid, String plugin) -> waitingPods().allow(uid, plugin);
            case Message.Deny(String uid, String plugin, String why) ->
                    waitingPods().reject(uid, plugin, why);
            case Message.Activate(List<String> keys) ->
                    queue.activate(known(keys), now.getAsLong());
            case Message.Handoff(Runnable work) -> work.run();
            case Message.PluginFailed failed -> runner.failures().report(failed);
            case Message.Ask<?> ask -> answer(ask);
        }
    }

    private boolean calledExtenders(Pod pod) {
        return consultations.concern(pod);
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

    /// Counters and sizes now; on the scheduling thread, others ask.
    public EngineStats stats() {
        SortedMap<String, Long> pluginFailures = new TreeMap<>(times.failures());
        return new EngineStats(
                state.nodes().count(),
                state.pods().size(),
                state.assumedPods(),
                state.assumedObjects(),
                state.chargedPods(),
                waitingPods().size(),
                scheduler.binder().size(),
                awaiting.size(),
                queue.sizes(),
                recorder.attempts(),
                recorder.scheduled(),
                recorder.unschedulable(),
                recorder.errors(),
                queue.flushRescues(),
                state.repairs(),
                watchdog.slowIterations(),
                watchdog.slowestPlugin(),
                failures + pluginFailures.values().stream().mapToLong(Long::longValue).sum(),
                pluginFailures,
                queue.incoming(),
                queue.unschedulable(),
                queue.inFlightEvents(),
                outbox.calls(),
                watchdog.iterations());
    }

    /// Whether somebody has paused it.
    boolean paused() {
        return paused;
    }

    /// When something is due by the clock: the end of a backoff, of a permit wait, a retry.
    /// `Long.MAX_VALUE` if never.
    public long dueNanos() {
        long due = Math.min(timers.dueNanos(), queue.backoffDueNanos());
        long paced = settings.rateLimit().dueNanos();
        // A bucket with something in it is not what is waited for: a message will come instead.
        boolean waits =
                settings.rateLimit().limited()
                        && paced > now.getAsLong()
                        && queue.sizes().active() > 0;
        return waits ? Math.min(due, paced) : due;
    }

    /// When the net for long-parked pods is drawn next.
    public long flushDueNanos() {
        return queue.flushDueNanos();
    }

    /// Whether nothing is ready, backing off, in flight, held, being bound or on its way out.
    public boolean idle() {
        var sizes = queue.sizes();
        return mailbox.isEmpty()
                && sizes.active() == 0
                && sizes.backoff() == 0
                && sizes.inFlight() == 0
                && waitingPods().size() == 0
                && scheduler.binder().size() == 0
                && outbox.isEmpty();
    }

    /// The kinds of objects the plugins read.
    public Set<Kind> reads() {
        var kinds = new LinkedHashSet<Kind>();
        profiles.all().forEach(profile -> kinds.addAll(profile.reads()));
        return kinds;
    }

    public Mailbox mailbox() {
        return mailbox;
    }

    public ClusterState state() {
        return state;
    }

    public SchedulingQueue queue() {
        return queue;
    }

    public SchedulingCycle cycle() {
        return cycle;
    }

    public Binder binder() {
        return scheduler.binder();
    }

    /// Whether an attempt for this pod waits for extenders.
    public boolean extendersCalledFor(String uid) {
        return consultations.waits(uid);
    }

    public Outbox outbox() {
        return outbox;
    }

    Extenders extenders() {
        return settings.extenders();
    }

    WaitingPodsMap waitingPods() {
        return scheduler.binder().waiting();
    }

    Clock clock() {
        return settings.clock();
    }

    BindingExecutor executor() {
        return settings.executor();
    }

    RandomGenerator random() {
        return settings.random();
    }

    PluginTimes times() {
        return times;
    }

    PluginRunner runner() {
        return runner;
    }

    void submit(Write write, Consumer<WriteOutcome> then) {
        if (write instanceof Write.PatchPodStatus patch) {
            nomination(patch);
            statuses.submit(patch, then);
        } else {
            outbox.submit(write, then);
        }
    }

    /// A promise that a plugin makes or takes back holds at once: what the server says later of the
    /// pod may show neither of the two.
    private void nomination(Write.PatchPodStatus patch) {
        boolean pending =
                state.pod(patch.uid())
                        .filter(pod -> !pod.assumed() && !pod.seen().assigned())
                        .isPresent();
        if (pending && patch.nomination() instanceof Nomination.Nominate(String node)) {
            state.nominations().put(patch.uid(), node);
        }
    }

    void post(Message message) {
        mailbox.accept(message);
    }

    /// Does it now on the scheduling thread, else soon.
    void onSchedulingThread(Runnable work) {
        if (Thread.currentThread().equals(owner)) {
            work.run();
        } else {
            mailbox.accept(new Message.Handoff(work));
        }
    }

    /// Whoever waits on the scheduling thread would wait for itself.
    void refuseSchedulingThread(String what) {
        if (Thread.currentThread().equals(owner)) {
            throw new IllegalStateException(
                    what + " waits, which only binding extension points may do");
        }
    }

    void requireSchedulingThread(String what) {
        if (owner != null && !Thread.currentThread().equals(owner)) {
            throw new IllegalStateException(what + " is for the scheduling thread only");
        }
    }

    <T> void await(
            Function<ObjectLookup, Optional<T>> check,
            Duration atMost,
            CompletableFuture<T> answer) {
        awaiting.add(check, in(atMost), answer);
    }

    /// Whoever waited for this answer was told to stop.
    void stopAwaiting(CompletableFuture<?> answer) {
        awaiting.drop(answer);
    }

    void after(Duration time, Runnable action) {
        timers.at(in(time), action);
    }

    /// The end of a wait that begins now; one too long to count never ends.
    private long in(Duration time) {
        long from = now.getAsLong();
        Duration countable = Duration.ofNanos(Long.MAX_VALUE - Math.max(0, from));
        return time.compareTo(countable) < 0 ? from + time.toNanos() : Long.MAX_VALUE;
    }

    /// Tells of a turn that failed as a whole.
    public void reportFailure(Throwable bug) {
        failures++;
        log.error(bug, "A turn of the scheduling thread failed");
    }

    /// Closes all plugins; the loop must not turn any more.
    public void close() {
        profiles.close();
    }
}
