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
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.view.DecisionRing;
import dev.berth.spi.StateObserver;

import java.util.Set;

/// Creates the parts of the engine and connects them. Each part receives only parts that were
/// created before it; plugin contexts alone look parts up later.
public final class EngineWiring {
    private final LoopSettings settings;
    private final SchedulingThread thread = new SchedulingThread();
    private final Mailbox mailbox = new Mailbox();
    private final ClusterState state = new ClusterState();
    private final IterationClock now;
    private final EngineServices services;
    private final ObjectWaiters awaiting;
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final Profiles profiles;
    private final SuspendedAttempts suspendedAttempts;
    private final SchedulingQueue queue;
    private final ClusterEvents events;
    private final SchedulingCycle cycle;
    private final DecisionRecorder recorder;
    private final BindingResults results;
    private final Binder binder;
    private final AttemptRunner attempts;
    private final PluginRequests requests;

    @SuppressWarnings("this-escape") // Plugin contexts look up parts when they are called.
    public EngineWiring(LoopSettings settings) {
        this.settings = settings;
        LoopSettings.Ports ports = settings.ports();
        now = new IterationClock(ports.clock());
        services = services(settings.observation());
        Timers timers = services.timers();
        PluginTimes times = services.times();
        awaiting = new ObjectWaiters(timers, state::find);
        outbox = new Outbox(ports.api(), mailbox, timers, times);
        statuses = new StatusWriter(state, outbox, timers);
        profiles =
                new Profiles(
                        settings.profiles(),
                        settings.extenders().isEmpty() ? Set.of() : Set.of(ExtenderSpec.REJECTOR),
                        settings.observation().meter(),
                        spec -> new EngineContext(this, spec));
        suspendedAttempts = new SuspendedAttempts(settings.extenders(), state, ports, services);
        queue = queue(settings.limits());
        events = new ClusterEvents(queue, profiles, times, now);
        cycle =
                new SchedulingCycle(
                        state,
                        services.runner(),
                        settings.random().decisions(),
                        settings.extenders());
        var counts = new AttemptCounts();
        recorder =
                new DecisionRecorder(
                        new DecisionRing(settings.limits().decisionsKept()),
                        settings.observation().decisions(),
                        counts,
                        now);
        var reporter =
                new FailureReporter(services, state, queue, events, outbox, statuses, counts);
        var undo = new PlacementUndo(services, state, queue, events, reporter);
        results =
                new BindingResults(
                        services,
                        queue,
                        outbox,
                        counts,
                        undo,
                        new BindVerifier(services, state, ports.api()));
        binder =
                new Binder(
                        services,
                        outbox,
                        statuses,
                        ports.executor(),
                        settings.extenders(),
                        results);
        attempts = attempts(reporter, undo);
        requests = new PluginRequests(thread, services, state, events, outbox, statuses, awaiting);
        observe();
    }

    private EngineServices services(LoopSettings.Observation observation) {
        var times =
                new PluginTimes(
                        observation.ticker(), observation.meter(), settings.random().sampling());
        var failures = new PluginFailures(times, observation.log(), mailbox);
        return new EngineServices(
                new PluginRunner(times, failures), new Timers(now), mailbox, observation.log());
    }

    private SchedulingQueue queue(LoopSettings.Limits limits) {
        return new SchedulingQueue(
                profiles,
                limits.backoff(),
                limits.maxUnschedulable(),
                suspendedAttempts::concern,
                services.runner(),
                services.log(),
                now.getAsLong());
    }

    private AttemptRunner attempts(FailureReporter reporter, PlacementUndo undo) {
        return new AttemptRunner(
                services,
                new AttemptFactory(state, statuses, settings.extenders()),
                cycle.search(),
                suspendedAttempts,
                recorder,
                new AttemptCommit(services, state, events, binder, undo, reporter),
                reporter);
    }

    private void observe() {
        for (Profile profile : profiles.all()) {
            for (NamedPlugin<StateObserver> observer : profile.observers()) {
                state.observe(change -> services.runner().observe(observer, change).isEmpty());
            }
        }
    }

    public LoopSettings settings() {
        return settings;
    }

    SchedulingThread thread() {
        return thread;
    }

    public Mailbox mailbox() {
        return mailbox;
    }

    public ClusterState state() {
        return state;
    }

    IterationClock now() {
        return now;
    }

    EngineServices services() {
        return services;
    }

    ObjectWaiters awaiting() {
        return awaiting;
    }

    public Outbox outbox() {
        return outbox;
    }

    StatusWriter statuses() {
        return statuses;
    }

    Profiles profiles() {
        return profiles;
    }

    SuspendedAttempts suspendedAttempts() {
        return suspendedAttempts;
    }

    /// Whether the attempt for this pod waits for extenders.
    public boolean extendersCalledFor(String uid) {
        return suspendedAttempts.waits(uid);
    }

    public SchedulingQueue queue() {
        return queue;
    }

    ClusterEvents events() {
        return events;
    }

    public SchedulingCycle cycle() {
        return cycle;
    }

    DecisionRecorder recorder() {
        return recorder;
    }

    BindingResults results() {
        return results;
    }

    public Binder binder() {
        return binder;
    }

    AttemptRunner attempts() {
        return attempts;
    }

    PluginRequests requests() {
        return requests;
    }
}
