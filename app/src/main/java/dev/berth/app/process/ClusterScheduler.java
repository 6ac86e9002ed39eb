package dev.berth.app.process;

import dev.berth.engine.Engine;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Message;
import dev.berth.kube.client.ApiClient;
import dev.berth.kube.client.Pause;
import dev.berth.kube.feed.FeedListener;
import dev.berth.kube.feed.FeedSpec;
import dev.berth.kube.feed.Feeds;
import dev.berth.kube.wire.WireFormat;
import dev.berth.kube.write.KubePort;
import dev.berth.model.Kind;
import dev.berth.spi.EventNote;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/// The scheduler of a real cluster: what the API server tells goes in, the engine decides, what it
/// wants goes out.
final class ClusterScheduler implements AutoCloseable {
    /// Requests under way at once: enough to keep an API server busy, and few enough connections.
    private static final int WRITES_AT_ONCE = 32;

    /// Decisions beyond what is being written would only grow old while they wait.
    private static final int MOST_UNDER_WAY = 4 * WRITES_AT_ONCE;

    /// What a scheduler is made of besides its engine.
    ///
    /// @param formats how objects of a kind are read
    /// @param mayWrite whether this replica leads; asked right before each write
    /// @param events where events for users go
    record Parts(
            ApiClient client,
            Function<Kind, WireFormat> formats,
            Clock clock,
            Pause pause,
            SplittableRandom random,
            BooleanSupplier mayWrite,
            Consumer<List<EventNote>> events,
            FeedListener listener) {}

    private final ThreadFactory threads;
    private final Engine engine;
    private final KubePort port;
    private final Feeds feeds;
    private final AtomicBoolean listening = new AtomicBoolean();

    /// @param builder an engine that lacks its way out
    ClusterScheduler(Engine.Builder builder, Parts parts, ThreadFactory threads) {
        this.threads = threads;
        port =
                new KubePort(
                        parts.client(),
                        parts.formats().apply(Kind.POD),
                        parts.clock(),
                        parts.mayWrite(),
                        parts.events(),
                        WRITES_AT_ONCE,
                        threads);
        engine =
                builder.api(port)
                        .clock(parts.clock())
                        .waiting()
                        .mostUnderWay(MOST_UNDER_WAY)
                        .build();
        feeds =
                new Feeds(
                        specs(parts, engine.reads()),
                        parts.client(),
                        engine::post,
                        parts.listener(),
                        parts.pause(),
                        parts.random()::split);
    }

    private static List<FeedSpec> specs(Parts parts, Set<Kind> more) {
        var kinds = new LinkedHashSet<Kind>(List.of(Kind.NODE));
        kinds.addAll(more);
        kinds.add(Kind.POD);
        var specs = new ArrayList<FeedSpec>();
        kinds.forEach(kind -> specs.add(FeedSpec.of(kind, parts.formats().apply(kind))));
        return specs;
    }

    /// Reads from now on what there is and what changes, without deciding anything.
    void listen() {
        if (listening.compareAndSet(false, true)) {
            engine.start();
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
        engine.post(new Message.Scheduling(true));
    }

    /// Decides nothing more.
    void stopLeading() {
        engine.post(new Message.Scheduling(false));
    }

    Engine engine() {
        return engine;
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
