package dev.berth.observe.log;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Writes lines on its own thread, so that no thread waits for a slow terminal or a full pipe.
///
/// When the queue is full, further lines are lost and counted, and the next line reports their
/// number.
final class LogWriter implements Runnable {
    static final int MAX_WAITING = 16_384;
    private static final int AT_ONCE = 512;
    private static final Duration MAX_CLOSE_WAIT = Duration.ofSeconds(2);

    /// Interrupts the wait of the writing thread at the end; it is never written.
    private static final LogLine END =
            new LogLine(0, LogLine.Severity.INFO, 0, "", null, "", "", new Object[0]);

    private final LineFormat format;
    private final LogOptions options;
    private final OutputStream out;
    private final OutputStream err;
    private final BlockingQueue<LogLine> waiting;
    private final AtomicLong lost = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final StringBuilder buffered = new StringBuilder();
    private final StringBuilder urgent = new StringBuilder();
    private volatile boolean closing;
    private long lastNanos;
    private long lostReported;

    /// @param out the stream for lines that are not errors, if the options split the streams
    LogWriter(LineFormat format, LogOptions options, OutputStream out, OutputStream err, int max) {
        this.format = format;
        this.options = options;
        this.out = out;
        this.err = err;
        this.waiting = new ArrayBlockingQueue<>(max);
    }

    /// Queues a line without blocking.
    void accept(LogLine line) {
        if (!waiting.offer(line)) {
            lost.incrementAndGet();
        }
    }

    long lost() {
        return lost.get();
    }

    @Override
    public void run() {
        try {
            while (!closing || !waiting.isEmpty()) {
                step(options.flushEvery().toMillis());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            step();
            ended.countDown();
        }
    }

    private void step(long millis) throws InterruptedException {
        LogLine first = waiting.poll(millis, TimeUnit.MILLISECONDS);
        if (first == null) {
            flush();
        } else {
            format(first);
            step();
        }
    }

    /// Writes all queued lines.
    void step() {
        List<LogLine> batch = new ArrayList<>();
        do {
            batch.forEach(this::format);
            batch.clear();
            reportLost();
            emit(urgent, err);
            if (!options.split() || buffered.length() >= options.infoBufferBytes()) {
                flush();
            }
        } while (waiting.drainTo(batch, AT_ONCE) > 0);
    }

    @SuppressWarnings("ReferenceEquality") // This line is never written.
    private void format(LogLine line) {
        if (line == END) {
            return;
        }
        lastNanos = line.nanos();
        boolean toOutput = options.split() && line.severity() == LogLine.Severity.INFO;
        StringBuilder to = toOutput ? buffered : urgent;
        int before = to.length();
        try {
            format.write(line, to);
        } catch (RuntimeException broken) {
            // The format calls toString of the values, which can throw.
            to.setLength(before);
            format.write(line.without("its values", broken), to);
        }
    }

    private void reportLost() {
        long now = lost.get();
        if (now > lostReported && waiting.isEmpty()) {
            format(
                    new LogLine(
                            lastNanos,
                            LogLine.Severity.WARNING,
                            0,
                            "Log lines were lost because the queue was full",
                            null,
                            "log",
                            "LogWriter.java:1",
                            new Object[] {"lines", now - lostReported}));
            lostReported = now;
        }
    }

    private void flush() {
        emit(buffered, out);
    }

    private static void emit(StringBuilder text, OutputStream to) {
        if (text.isEmpty()) {
            return;
        }
        try {
            to.write(text.toString().getBytes(StandardCharsets.UTF_8));
            to.flush();
        } catch (IOException hasNoReader) {
            // The error cannot be reported anywhere.
        }
        text.setLength(0);
    }

    /// Writes the queued lines and ends. Waits for that, with a timeout.
    void close() {
        closing = true;
        var _ = waiting.offer(END);
        try {
            var _ = ended.await(MAX_CLOSE_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
