package dev.berth.observe.tracing;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.Sleeper;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Sends the spans of the queue to the collector, in batches, on a thread of its own.
///
/// A request that fails temporarily is repeated with growing pauses, or after the pause that the
/// collector requests. Meanwhile spans collect in the queue, which drops what does not fit.
final class SpanExporter implements Runnable {
    /// The number of times that a batch is sent.
    static final int MAX_ATTEMPTS = 5;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private final SpanQueue queue;
    private final OtlpRequest encoder;
    private final Collector collector;
    private final Duration delay;
    private final Sleeper batches;
    private final Sleeper pauses;
    private final RandomGenerator random;
    private final Log log;
    private final AtomicLong exported = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong undelivered = new AtomicLong();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean closing;
    private boolean failing;

    /// @param delay the maximum time that a span waits for its batch to fill
    /// @param batches the wait for a batch; woken when one is full
    /// @param pauses the wait between two attempts
    SpanExporter(
            SpanQueue queue,
            OtlpRequest encoder,
            Collector collector,
            Duration delay,
            Sleeper batches,
            Sleeper pauses,
            RandomGenerator random,
            Log log) {
        this.queue = queue;
        this.encoder = encoder;
        this.collector = collector;
        this.delay = delay;
        this.batches = batches;
        this.pauses = pauses;
        this.random = random;
        this.log = log;
    }

    @Override
    public void run() {
        try {
            while (!closing) {
                batches.atMost(delay);
                exportAll();
            }
            exportAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            collector.close();
            done.countDown();
        }
    }

    private void exportAll() throws InterruptedException {
        for (List<Span> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
            export(batch);
        }
    }

    private void export(List<Span> batch) throws InterruptedException {
        byte[] request = encoder.of(batch);
        Duration pause = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++) {
            switch (response(request)) {
                case Collector.Response.Accepted(long refused, String message) -> {
                    accepted(batch.size(), Math.min(refused, batch.size()), message);
                    return;
                }
                case Collector.Response.Rejected(String message) -> {
                    rejected.addAndGet(batch.size());
                    failed(message);
                    return;
                }
                case Collector.Response.Unavailable(String message, Optional<Duration> after) -> {
                    failed(message);
                    if (attempt == MAX_ATTEMPTS || closing) {
                        undelivered.addAndGet(batch.size());
                        return;
                    }
                    pauses.atMost(after.map(SpanExporter::limited).orElse(jittered(pause)));
                    pause = limited(pause.multipliedBy(2));
                }
            }
        }
    }

    private Collector.Response response(byte[] request) throws InterruptedException {
        try {
            return collector.send(request);
        } catch (RuntimeException problem) {
            // One request that cannot be sent must not end the exporter.
            return new Collector.Response.Rejected(problem.toString());
        }
    }

    private void accepted(int spans, long refused, String message) {
        exported.addAndGet(spans - refused);
        rejected.addAndGet(refused);
        if (refused > 0) {
            failed(message.isEmpty() ? "the collector rejected spans" : message);
        } else if (failing) {
            failing = false;
            log.info(0, "Traces are exported again");
        }
    }

    /// Logs the first of a series of failures.
    private void failed(String message) {
        if (!failing) {
            failing = true;
            log.error(null, "Unable to export traces", "err", message);
        }
    }

    private static Duration limited(Duration pause) {
        if (pause.isNegative()) {
            return Duration.ZERO;
        }
        return pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
    }

    /// Between half of the pause and the whole pause, so that schedulers do not retry in step.
    private Duration jittered(Duration pause) {
        long half = pause.toNanos() / 2;
        return Duration.ofNanos(half + random.nextLong(half));
    }

    /// Sends what is in the queue, for a limited time, and ends. No span may be added afterwards.
    void close(Duration atMost) throws InterruptedException {
        closing = true;
        batches.wake();
        pauses.wake();
        var _ = done.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// The number of spans that the collector has taken.
    long exported() {
        return exported.get();
    }

    /// The number of spans that the collector has rejected.
    long rejected() {
        return rejected.get();
    }

    /// The number of spans that could not be delivered.
    long undelivered() {
        return undelivered.get();
    }
}
