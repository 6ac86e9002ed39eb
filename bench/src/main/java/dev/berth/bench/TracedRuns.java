package dev.berth.bench;

import com.sun.net.httpserver.HttpServer;

import dev.berth.engine.SystemClock;
import dev.berth.engine.port.Log;
import dev.berth.observe.tracing.TraceCounts;
import dev.berth.observe.tracing.Tracing;
import dev.berth.observe.tracing.TracingOptions;
import dev.berth.observe.tracing.TracingSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/// Alternates runs without and with traces, which a collector in this process accepts. The time of
/// the scheduling thread is measured, so the collector and the exporter do not count.
final class TracedRuns {
    private static final int WARM_UPS = 4;
    private static final Duration LAST_SPANS = Duration.ofSeconds(10);

    private final Options options;

    TracedRuns(Options options) {
        this.options = options;
    }

    PairedComparison run() {
        HttpServer collector = collector();
        try {
            return compare(collector.getAddress().getPort());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            collector.stop(0);
        }
    }

    private PairedComparison compare(int port) throws InterruptedException {
        var tracing = tracing(port);
        tracing.start(Thread.ofVirtual().factory());
        var measurement = new Measurement(options.workload(), options.metrics());
        long seed = options.seed();
        for (int run = 0; run < WARM_UPS; run++) {
            measurement.run(seed);
            measurement.runTraced(seed++, tracing.tracer());
        }
        var pairs = new ArrayList<PairedComparison.Pair>();
        while (pairs.size() < options.pairs()) {
            // The order alternates, because the second run of a pair finds warmer caches.
            boolean tracedFirst = pairs.size() % 2 == 1;
            double traced =
                    tracedFirst
                            ? measurement.runTraced(seed, tracing.tracer()).podsPerCpuSecond()
                            : 0;
            double plain = measurement.run(seed).podsPerCpuSecond();
            pairs.add(
                    new PairedComparison.Pair(
                            plain,
                            tracedFirst
                                    ? traced
                                    : measurement
                                            .runTraced(seed, tracing.tracer())
                                            .podsPerCpuSecond()));
            seed++;
        }
        tracing.close(LAST_SPANS);
        TraceCounts counts = tracing.counts();
        System.err.printf(
                "%d spans exported, %d dropped%n",
                counts.exported(), counts.queueFull() + counts.rejected() + counts.unavailable());
        return new PairedComparison(options.workload(), List.copyOf(pairs));
    }

    private Tracing tracing(int port) {
        TracingOptions wanted =
                new TracingSource(Map.of(), "bench")
                        .options(
                                Optional.of(
                                        new TracingSource.File(
                                                "http://127.0.0.1:" + port,
                                                OptionalInt.of(options.traced()))))
                        .orElseThrow();
        return new Tracing(
                wanted,
                "bench",
                new SplittableRandom(options.seed()),
                new SystemClock(),
                SystemClock::ticks,
                Log.plain(System.err::println));
    }

    private static HttpServer collector() {
        try {
            var server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext(
                    "/v1/traces",
                    exchange -> {
                        try (exchange) {
                            exchange.getRequestBody().readAllBytes();
                            exchange.sendResponseHeaders(200, -1);
                        }
                    });
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
