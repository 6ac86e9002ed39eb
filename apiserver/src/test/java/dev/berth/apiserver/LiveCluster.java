package dev.berth.apiserver;

import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.store.Signal;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.Log;
import dev.berth.model.json.Json;
import dev.berth.sim.SimCluster;
import dev.berth.sim.time.TimerQueue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A cluster in real time with its API on the loopback interface, and a thread that runs it.
final class LiveCluster implements AutoCloseable {
    private final SystemClock clock = new SystemClock();
    private final Signal changes = new Signal();
    private final TimerQueue timeline = new TimerQueue(clock, changes::raise);
    private final SimCluster cluster = new SimCluster(clock, timeline, 7, changes::raise);
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final EmbeddedApiServer server;
    private final Thread pump;

    LiveCluster() {
        this(0);
    }

    LiveCluster(int port) {
        try {
            var options = ApiServerOptions.of(clock, Thread.ofVirtual().factory());
            server =
                    EmbeddedApiServer.start(
                            new Api(cluster.store()),
                            options.at(options.address(), port).with(Log.plain(problems::add)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pump = Thread.ofPlatform().name("cluster").daemon(true).start(this::pump);
    }

    private void pump() {
        try {
            while (true) {
                if (timeline.fire() + cluster.pump(1024) == 0) {
                    long due = timeline.nextNanos().orElse(Long.MAX_VALUE);
                    changes.await(Math.min(due - clock.nowNanos(), 3_600_000_000_000L));
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    SimCluster cluster() {
        return cluster;
    }

    EmbeddedApiServer server() {
        return server;
    }

    /// Creates an object unchanged, including its status.
    void create(String json) {
        cluster.create((Json.Obj) Json.parse(json));
    }

    /// The log of the server.
    List<String> problems() {
        return problems;
    }

    @Override
    public void close() {
        server.close();
        pump.interrupt();
    }
}
