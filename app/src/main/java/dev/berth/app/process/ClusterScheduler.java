package dev.berth.app.process;

import dev.berth.app.embedded.EngineScheduler;
import dev.berth.dashboard.Scheduler;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.engine.view.EngineProgress;
import dev.berth.engine.view.Query;
import dev.berth.kube.reflector.ReflectorListener;
import dev.berth.kube.reflector.ReflectorSpec;
import dev.berth.kube.reflector.Reflectors;
import dev.berth.kube.write.KubePort;
import dev.berth.kube.write.WriteGate;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Kind;
import dev.berth.spi.EventRecord;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The scheduler of a real cluster: connects the reflectors, the engine and the API writers.
final class ClusterScheduler implements AutoCloseable {
    /// Concurrent write requests: enough to keep an API server busy with few connections.
    private static final int WRITES_AT_ONCE = 32;

    /// More decisions than pending writes would only become stale while they wait.
    private static final int MAX_CALLS_IN_FLIGHT = 4 * WRITES_AT_ONCE;

    /// The parts of a scheduler besides its engine.
    ///
    /// @param formats the content type in which objects of a kind are read
    /// @param gate checked before every write
    /// @param events the recorder of events for users
    record Parts(
            ApiClient client,
            Function<Kind, WireFormat> formats,
            Clock clock,
            Supplier<Sleeper> pauses,
            SplittableRandom random,
            WriteGate gate,
            Consumer<List<EventRecord>> events,
            ReflectorListener listener) {}

    private static final long RELOAD_SECONDS = 60;

    private final ThreadFactory threads;
    private final Parts parts;
    private final Engine engine;
    private final WriteGate gate;
    private final KubePort port;
    private final Reflectors feeds;
    private final AtomicBoolean listening = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean over;

    /// @param builder an engine without its API writer
    ClusterScheduler(Engine.Builder builder, Parts parts, ThreadFactory threads) {
        this.threads = threads;
        this.parts = parts;
        this.gate = parts.gate();
        port =
                new KubePort(
                        parts.client(),
                        parts.formats().apply(Kind.POD),
                        parts.clock(),
                        parts.pauses().get(),
                        gate,
                        parts.events(),
                        WRITES_AT_ONCE,
                        threads);
        engine =
                builder.api(port)
                        .clock(parts.clock())
                        .schedulingOff()
                        .maxCallsInFlight(MAX_CALLS_IN_FLIGHT)
                        .build();
        feeds =
                new Reflectors(
                        specs(parts, engine.reads()),
                        parts.client(),
                        engine::post,
                        parts.listener(),
                        parts.pauses(),
                        parts.random()::split);
    }

    private static List<ReflectorSpec> specs(Parts parts, Set<Kind> more) {
        return kinds(more).stream()
                .map(kind -> ReflectorSpec.of(kind, parts.formats().apply(kind)))
                .toList();
    }

    private static Set<Kind> kinds(Set<Kind> more) {
        var kinds = new LinkedHashSet<Kind>(List.of(Kind.NODE));
        kinds.addAll(more);
        kinds.add(Kind.POD);
        return kinds;
    }

    /// Puts another configuration in force. First it lists the kinds that only the new plugins
    /// read, and afterwards it stops to watch the kinds that no plugin reads any more.
    ///
    /// @param reads the kinds that the new plugins read
    ReloadOutcome reload(EngineConfiguration configuration, Set<Kind> reads)
            throws InterruptedException {
        try {
            feeds.add(specs(parts, reads));
            if (listening.get()) {
                feeds.awaitListed();
            }
            return outcome(engine.reload(configuration));
        } finally {
            feeds.retain(kinds(engine.reads()));
        }
    }

    private ReloadOutcome outcome(CompletableFuture<ReloadOutcome> reload)
            throws InterruptedException {
        try {
            try {
                return reload.get(RELOAD_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException busy) {
                if (engine.withdrawReload(reload)) {
                    return new ReloadOutcome.Rejected(
                            "the scheduling thread has not answered for %d seconds"
                                    .formatted(RELOAD_SECONDS),
                            false);
                }
                // The scheduling thread has begun: only it knows the result.
                return reload.get();
            }
        } catch (ExecutionException bug) {
            throw new IllegalStateException(bug.getCause());
        }
    }

    /// Starts to answer queries.
    ///
    /// @param scheduling creates the scheduling thread
    void start(ThreadFactory scheduling) {
        engine.start(scheduling);
    }

    /// Starts to list and watch, without scheduling.
    void listen() {
        if (listening.compareAndSet(false, true)) {
            feeds.start(threads);
        }
    }

    /// Starts to schedule.
    ///
    /// @param afterAnother whether another replica led before. The objects read meanwhile can be
    ///   older than its last writes, so all kinds are listed again first.
    void lead(boolean afterAnother) throws InterruptedException {
        if (listening.get() && afterAnother) {
            feeds.relist();
        }
        listen();
        feeds.awaitListed();
        lock.lock();
        try {
            // The list can take so long that the leadership is lost meanwhile.
            if (!over) {
                engine.post(new Message.Scheduling(true));
            }
        } finally {
            lock.unlock();
        }
    }

    /// Defers pods during whose attempts an earlier leader has hung; called before [#lead].
    void defer(Map<String, Integer> hangs) {
        if (!hangs.isEmpty()) {
            engine.post(new Message.DeferPods(hangs));
        }
    }

    /// The UIDs of deferred pods that need not be deferred any more.
    Set<String> noLongerDeferred() {
        return engine.noLongerDeferred();
    }

    /// What the scheduling thread is doing.
    Optional<EngineProgress> progress() {
        return engine.progress();
    }

    /// Stops to schedule and to write.
    void stopLeading() {
        lock.lock();
        try {
            over = true;
            engine.post(new Message.Scheduling(false));
        } finally {
            lock.unlock();
        }
        gate.shut();
    }

    /// Waits until the last writes have been answered, at most for the given time; false if some
    /// have not. Queued writes are never sent.
    boolean awaitLastWrites(long atMostNanos) throws InterruptedException {
        return gate.awaitEmpty(atMostNanos);
    }

    /// Queries the scheduling thread; empty if it does not answer within a few seconds.
    <T> Optional<T> ask(Query<T> query) {
        return asked(Optional::empty).ask(query);
    }

    /// This scheduler, for queries.
    ///
    /// @param leader the leader, if this replica stands by
    Scheduler asked(Supplier<Optional<String>> leader) {
        return new EngineScheduler(engine, leader);
    }

    /// Whether all objects of the initial lists have been delivered that the plugins read.
    boolean listed() {
        return feeds.listed(kinds(engine.reads()));
    }

    @Override
    public void close() {
        feeds.close();
        engine.close();
        port.close();
    }
}
