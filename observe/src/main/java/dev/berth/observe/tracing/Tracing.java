package dev.berth.observe.tracing;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Tracer;
import dev.berth.kubeclient.SemaphoreSleeper;
import dev.berth.kubeclient.Sleeper;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/// The traces of a process: samples attempts, and exports their spans to a collector.
public final class Tracing {
    private final Tracer tracer;
    private final SpanQueue queue;
    private final SpanExporter exporter;

    /// @param version the version of the program
    /// @param random selects the attempts that are sampled
    /// @param ticker the ticker of the engine
    public Tracing(
            TracingOptions options,
            String version,
            SplittableRandom random,
            Clock clock,
            LongSupplier ticker,
            Log log) {
        this(
                options,
                new OtlpRequest(options.resource(), version),
                new HttpCollector(options, clock),
                random,
                clock,
                ticker,
                new SemaphoreSleeper(),
                new SemaphoreSleeper(),
                log);
    }

    Tracing(
            TracingOptions options,
            OtlpRequest encoder,
            Collector collector,
            SplittableRandom random,
            Clock clock,
            LongSupplier ticker,
            Sleeper batches,
            Sleeper pauses,
            Log log) {
        queue = new SpanQueue(options.queueSize(), options.batchSize(), batches::wake);
        exporter =
                new SpanExporter(
                        queue,
                        encoder,
                        collector,
                        options.delay(),
                        batches,
                        pauses,
                        random.split(),
                        log);
        tracer =
                new SamplingTracer(
                        options.samplingRatePerMillion(), random.split(), clock, ticker, queue);
    }

    /// The tracer for an engine.
    public Tracer tracer() {
        return tracer;
    }

    /// Starts to export.
    public void start(ThreadFactory threads) {
        threads.newThread(exporter).start();
    }

    /// Exports the spans that wait, for at most the given time, and ends.
    public void close(Duration atMost) throws InterruptedException {
        exporter.close(atMost);
    }

    public TraceCounts counts() {
        return new TraceCounts(
                exporter.exported(), queue.dropped(), exporter.rejected(), exporter.undelivered());
    }
}
