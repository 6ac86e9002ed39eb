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
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.ClusterReads;
import dev.berth.engine.cycle.NodeExplanations;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.engine.profile.FailureCounts;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.RawObjects;
import dev.berth.engine.state.SchedulingThread;
import dev.berth.engine.view.DecisionRing;
import dev.berth.model.Kind;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// Creates the parts of the engine and connects them. Each part receives only parts that were
/// created before it. The exceptions are [PluginRequests], [PluginWaitingPods] and the extenders,
/// which look up their target with each call: plugins are created early, and a reload of the
/// configuration replaces the extenders.
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
    private final RawObjects rawObjects;
    private final PluginWaitingPods waitingPods;
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
    private final PluginGenerations generations;
    private final ConfigurationReload reload;
    private final SchedulingLoop loop;
    private final PendingWork pending;

    @SuppressWarnings("this-escape") // Plugins look up parts that are created after them.
    public EngineWiring(LoopSettings settings) {
        this.settings = settings;
        LoopSettings.Ports ports = settings.ports();
        now = new IterationClock(ports.clock());
        services = services(settings.observation());
        watchdog = watchdog(settings.limits());
        awaiting = new ObjectWaiters(services.timers(), state::find);
        outbox = new Outbox(ports.api(), mailbox, services.timers(), services.times());
        statuses = new StatusWriter(state, outbox, services.timers());
        attemptFactory = new AttemptFactory(state, statuses, this::extenders, now);
        cycle = new SchedulingCycle(state, services.runner(), settings.random().decisions());
        requests =
                new PluginRequests(
                        thread, mailbox, ports.executor(), services.times(), this::requestHandler);
        rawObjects =
                new RawObjects(!settings.extenders().isEmpty(), settings.extenders().wantNodes());
        waitingPods = new PluginWaitingPods(thread, mailbox, this::binder);
        var plugins = firstGeneration();
        profiles = createProfiles(settings.profiles(), plugins);
        plugins.created(profiles);
        suspendedAttempt =
                new SuspendedAttempt(this::extenders, rawObjects, state, ports, services);
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
        generations =
                new PluginGenerations(
                        plugins,
                        state,
                        cycle,
                        services,
                        ports.executor(),
                        this::attemptsInProgress);
        var pods = new PodEventHandlers(services, state, queue, events, profiles, binder, statuses);
        reload = reload(pods);
        loop = loop(pods, answers(nodeViews));
        pending =
                new PendingWork(
                        mailbox,
                        services.timers(),
                        queue,
                        binder,
                        outbox,
                        settings.rateLimit(),
                        now);
        generations.observe(plugins);
    }

    private Watchdog watchdog(LoopSettings.Limits limits) {
        return new Watchdog(services.times(), failures, limits.slowIteration(), services.log());
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

    private PluginGeneration firstGeneration() {
        return new PluginGeneration(
                new ClusterReads(thread, state, cycle.whatIf(), settings.extenders()));
    }

    private Profiles createProfiles(List<ProfileSpec> specs, PluginGeneration plugins) {
        return new Profiles(
                specs,
                plugins.extenders().isEmpty() ? Set.of() : Set.of(ExtenderSpec.REJECTOR),
                settings.observation().meter(),
                (profile, plugin) ->
                        new EngineContext(
                                profile,
                                plugin,
                                plugins,
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

    private ConfigurationReload reload(PodEventHandlers pods) {
        return new ConfigurationReload(
                generations,
                profiles,
                this::createProfiles,
                rawObjects,
                pods,
                mailbox,
                cycle::forgetProfiles);
    }

    private SchedulingLoop loop(PodEventHandlers pods, QueryAnswers answers) {
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
                        state, rawObjects, events, pods, awaiting, reload, services.log()),
                new AttemptStarter(control, state, queue, attempts()),
                binder,
                outbox,
                requests,
                answers);
    }

    /// The extenders of the configuration in force.
    private Extenders extenders() {
        return generations.extenders();
    }

    private Stream<Attempt> attemptsInProgress() {
        return Stream.concat(suspendedAttempt.attempt().stream(), binder.attempts());
    }

    /// Requests a reload of the configuration, from any thread.
    public CompletableFuture<ReloadOutcome> reload(EngineConfiguration configuration) {
        return reload.request(configuration);
    }

    /// Takes back a reload that has not begun.
    public boolean withdrawReload(CompletableFuture<ReloadOutcome> outcome) {
        return reload.withdraw(outcome);
    }

    /// The kinds that open plugins read, from any thread.
    public Set<Kind> reads() {
        return generations.kinds();
    }

    /// The number of earlier configurations whose plugins are not closed yet.
    public int retiredConfigurations() {
        return generations.retired();
    }

    /// Closes plugins and extenders, after the scheduling thread has ended.
    public void close() {
        generations.closeAll();
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
