package dev.berth.app.process;

import dev.berth.app.embedded.EngineScheduler;
import dev.berth.dashboard.Scheduler;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Message;
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

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The scheduler of a real cluster: what the API server tells goes in, the engine decides, what it
/// wants goes out.
final class ClusterScheduler implements AutoCloseable {
    /// Requests under way at once: enough to keep an API server busy, and few enough connections.
    private static final int WRITES_AT_ONCE = 32;

    /// Decisions beyond what is being written would only grow old while they wait.
    private static final int MAX_UNDER_WAY = 4 * WRITES_AT_ONCE;

    /// What a scheduler is made of besides its engine.
    ///
    /// @param formats how objects of a kind are read
    /// @param gate what every write passes on its way out
    /// @param events where events for users go
    record Parts(
            ApiClient client,
            Function<Kind, WireFormat> formats,
            Clock clock,
            Supplier<Sleeper> pauses,
            SplittableRandom random,
            WriteGate gate,
            Consumer<List<EventRecord>> events,
            ReflectorListener listener) {}

    private final ThreadFactory threads;
    private final Engine engine;
    private final WriteGate gate;
    private final KubePort port;
    private final Reflectors feeds;
    private final AtomicBoolean listening = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean over;

    /// @param builder an engine that lacks its way out
    ClusterScheduler(Engine.Builder builder, Parts parts, ThreadFactory threads) {
        this.threads = threads;
        this.gate = parts.gate();
        port =
                new KubePort(
                        parts.client(),
                        parts.formats().apply(Kind.POD),
                        parts.clock(),
                        gate,
                        parts.events(),
                        WRITES_AT_ONCE,
                        threads);
        engine =
                builder.api(port).clock(parts.clock()).waiting().maxUnderWay(MAX_UNDER_WAY).build();
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
        var kinds = new LinkedHashSet<Kind>(List.of(Kind.NODE));
        kinds.addAll(more);
        kinds.add(Kind.POD);
        var specs = new ArrayList<ReflectorSpec>();
        kinds.forEach(kind -> specs.add(ReflectorSpec.of(kind, parts.formats().apply(kind))));
        return specs;
    }

    /// Answers questions from now on.
    ///
    /// @param scheduling makes the scheduling thread
    void start(ThreadFactory scheduling) {
        engine.start(scheduling);
    }

    /// Reads from now on what there is and what changes, without deciding anything.
    void listen() {
        if (listening.compareAndSet(false, true)) {
            feeds.start(threads);
        }
    }

    /// Schedules from now on.
    ///
    /// @param afterAnother whether somebody else led before: what was read meanwhile may be older
    ///   than what that one wrote last, so everything is listed afresh first
    void lead(boolean afterAnother) throws InterruptedException {
        if (listening.get() && afterAnother) {
            feeds.relist();
        }
        listen();
        feeds.awaitListed();
        lock.lock();
        try {
            // It may have taken so long that nobody wants it any more.
            if (!over) {
                engine.post(new Message.Scheduling(true));
            }
        } finally {
            lock.unlock();
        }
    }

    /// Decides and writes nothing more.
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

    /// Waits until what was written last has been answered, at most so long; false if something has
    /// not. Whatever had to wait for its turn is never sent.
    boolean awaitLastWrites(long atMostNanos) throws InterruptedException {
        return gate.awaitEmpty(atMostNanos);
    }

    /// Asks the scheduling thread; nothing if it does not answer within a few seconds.
    <T> Optional<T> ask(Query<T> query) {
        return asked(Optional::empty).ask(query);
    }

    /// Itself, for whoever has questions.
    ///
    /// @param leader who leads instead, if this one stands by
    Scheduler asked(Supplier<Optional<String>> leader) {
        return new EngineScheduler(engine, leader);
    }

    /// Whether everything there was at the start has been told.
    boolean listed() {
        return feeds.listed();
    }

    @Override
    public void close() {
        feeds.close();
        engine.close();
        port.close();
    }
}
