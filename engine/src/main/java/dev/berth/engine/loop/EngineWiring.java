package dev.berth.engine.loop;

import dev.berth.engine.binding.AttemptCounts;
import dev.berth.engine.binding.BindVerifier;
import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.BindingResults;
import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.FailureReporter;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.binding.PlacementUndo;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.binding.Timers;
import dev.berth.engine.cycle.ClusterReads;
import dev.berth.engine.cycle.NodeExplanations;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.profile.FailureCounts;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.SchedulingThread;
import dev.berth.engine.view.DecisionRing;
import dev.berth.spi.StateObserver;

import java.util.Set;

/// Creates the parts of the engine and connects them. Each part receives only parts that were
/// created before it. The exceptions are [PluginRequests] and [PluginWaitingPods], which plugins
/// receive when they are created and which look up their target with each call.
public final class EngineWiring {
    private final LoopSettings settings;
    private final SchedulingThread thread = new SchedulingThread();
    private final Mailbox mailbox = new Mailbox();
    private final ClusterState state = new ClusterState();
    private final FailureCounts failures = new FailureCounts();
    private final AttemptCounts counts = new AttemptCounts();
    private final IterationClock now;
    private final EngineServices services;
    private final Watchdog watchdog;
    private final ObjectWaiters awaiting;
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final AttemptFactory attemptFactory;
    private final SchedulingCycle cycle;
    private final PluginRequests requests;
    private final Profiles profiles;
    private final SuspendedAttempt suspendedAttempt;
    private final SchedulingQueue queue;
    private final ClusterEvents events;
    private final DecisionRecorder recorder;
    private final FailureReporter reporter;
    private final PlacementUndo undo;
    private final Binder binder;
    private final PluginRequestHandler requestHandler;
    private final LoopControl control;
    private final EngineStatistics statistics;
    private final SchedulingLoop loop;
    private final PendingWork pending;

    @SuppressWarnings("this-escape") // Plugins look up parts that are created after them.
    public EngineWiring(LoopSettings settings) {
        this.settings = settings;
        LoopSettings.Ports ports = settings.ports();
        now = new IterationClock(ports.clock());
        services = services(settings.observation());
        watchdog =
                new Watchdog(
                        services.times(),
                        failures,
                        settings.limits().slowIteration(),
                        services.log());
        awaiting = new ObjectWaiters(services.timers(), state::find);
        outbox = new Outbox(ports.api(), mailbox, services.timers(), services.times());
        statuses = new StatusWriter(state, outbox, services.timers());
        attemptFactory = new AttemptFactory(state, statuses, settings.extenders(), now);
        cycle =
                new SchedulingCycle(
                        state,
                        services.runner(),
                        settings.random().decisions(),
                        settings.extenders());
        requests =
                new PluginRequests(
                        thread, mailbox, ports.executor(), services.times(), this::requestHandler);
        profiles = createProfiles();
        suspendedAttempt = new SuspendedAttempt(settings.extenders(), state, ports, services);
        queue = queue(settings.limits());
        events = new ClusterEvents(queue, profiles, services.times(), now);
        recorder = recorder();
        reporter = new FailureReporter(services, state, queue, events, outbox, statuses, counts);
        undo = new PlacementUndo(services, state, queue, events, reporter);
        binder = binder(ports);
        requestHandler =
                new PluginRequestHandler(
                        services, state, events, outbox, statuses, awaiting, requests);
        control = new LoopControl(state, outbox, settings.rateLimit(), settings.limits());
        var nodeViews = new NodeViews(state);
        statistics = statistics(nodeViews);
        loop = loop(answers(nodeViews));
        pending =
                new PendingWork(
                        mailbox,
                        services.timers(),
                        queue,
                        binder,
                        outbox,
                        settings.rateLimit(),
                        now);
        observe();
    }

    private EngineServices services(LoopSettings.Observation observation) {
        var times =
                new PluginTimes(
                        observation.ticker(),
                        observation.meter(),
                        observation.tracer(),
                        settings.random().sampling());
        return new EngineServices(
                new PluginRunner(times, new PluginFailures(failures, observation.log(), mailbox)),
                new Timers(now),
                mailbox,
                observation.log());
    }

    private Profiles createProfiles() {
        var reads = new ClusterReads(thread, state, cycle.whatIf(), settings.extenders());
        var waitingPods = new PluginWaitingPods(thread, mailbox, this::binder);
        return new Profiles(
                settings.profiles(),
                settings.extenders().isEmpty() ? Set.of() : Set.of(ExtenderSpec.REJECTOR),
                settings.observation().meter(),
                (profile, plugin) ->
                        new EngineContext(
                                profile,
                                plugin,
                                reads,
                                settings.ports().clock(),
                                settings.random().decisions(),
                                waitingPods,
                                requests));
    }

    private SchedulingQueue queue(LoopSettings.Limits limits) {
        return new SchedulingQueue(
                profiles,
                limits.backoff(),
                limits.maxUnschedulable(),
                suspendedAttempt::needsExtenders,
                services.runner(),
                services.log(),
                now.getAsLong());
    }

    private DecisionRecorder recorder() {
        return new DecisionRecorder(
                new DecisionRing(settings.limits().decisionsKept()),
                settings.observation().decisions(),
                counts,
                now);
    }

    private Binder binder(LoopSettings.Ports ports) {
        var verifier = new BindVerifier(services, state, ports.api());
        return new Binder(
                services,
                outbox,
                statuses,
                ports.executor(),
                settings.extenders(),
                new BindingResults(services, queue, outbox, counts, undo, verifier));
    }

    private AttemptRunner attempts() {
        return new AttemptRunner(
                services,
                attemptFactory,
                cycle.search(),
                suspendedAttempt,
                recorder,
                new AttemptCommit(services, state, events, binder, undo, reporter),
                reporter);
    }

    private EngineStatistics statistics(NodeViews nodeViews) {
        return new EngineStatistics(
                new StatusView(state, queue, binder, recorder, control, nodeViews, now),
                state,
                queue,
                outbox,
                awaiting,
                watchdog,
                failures);
    }

    private QueryAnswers answers(NodeViews nodeViews) {
        var podViews = new PodViews(state, queue, binder, profiles, recorder, statuses, services);
        var dryRuns =
                new PodDryRuns(
                        profiles,
                        services.runner(),
                        attemptFactory,
                        cycle.explainer(),
                        new NodeExplanations(state, services.runner()),
                        podViews);
        return new QueryAnswers(
                state,
                recorder.ring(),
                statistics,
                podViews,
                nodeViews,
                dryRuns,
                new PendingPodsOnNode(
                        queue,
                        binder,
                        attemptFactory,
                        cycle.explainer(),
                        nodeViews,
                        services.runner().failures()));
    }

    private SchedulingLoop loop(QueryAnswers answers) {
        var pods = new PodEventHandlers(services, state, queue, events, profiles, binder, statuses);
        return new SchedulingLoop(
                new LoopInputs(
                        thread,
                        now,
                        mailbox,
                        services.timers(),
                        queue,
                        settings.ports().executor(),
                        watchdog),
                new EventHandlers(
                        state,
                        suspendedAttempt.rawObjects(),
                        events,
                        pods,
                        awaiting,
                        services.log()),
                new AttemptStarter(control, state, queue, attempts()),
                binder,
                outbox,
                requests,
                answers);
    }

    private void observe() {
        for (Profile profile : profiles.all()) {
            for (NamedPlugin<StateObserver> observer : profile.observers()) {
                state.observe(
                        observer.plugin(),
                        change -> services.runner().observe(observer, change).isEmpty());
            }
        }
    }

    private PluginRequestHandler requestHandler() {
        return requestHandler;
    }

    public SchedulingLoop loop() {
        return loop;
    }

    public PendingWork pendingWork() {
        return pending;
    }

    public EngineStatistics statistics() {
        return statistics;
    }

    public Watchdog watchdog() {
        return watchdog;
    }

    public Mailbox mailbox() {
        return mailbox;
    }

    public ClusterState state() {
        return state;
    }

    public Profiles profiles() {
        return profiles;
    }

    public SchedulingQueue queue() {
        return queue;
    }

    public Binder binder() {
        return binder;
    }

    /// Whether the attempt for this pod waits for extenders.
    public boolean extendersCalledFor(String uid) {
        return suspendedAttempt.waits(uid);
    }
}
