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

/// Writes lines on a thread of its own, so that nobody waits for a slow terminal or a full pipe.
///
/// What comes while as many lines wait as may is lost and counted, and the next line that is
/// written says so.
final class LogWriter implements Runnable {
    static final int MAX_WAITING = 16_384;
    private static final int AT_ONCE = 512;
    private static final Duration MAX_FAREWELL = Duration.ofSeconds(2);

    /// Wakes the thread that writes; nothing is written for it.
    private static final LogLine FAREWELL =
            new LogLine(0, LogLine.Severity.INFO, 0, "", null, "", "", new Object[0]);

    private final LineFormat format;
    private final LogOptions options;
    private final OutputStream out;
    private final OutputStream err;
    private final BlockingQueue<LogLine> waiting;
    private final AtomicLong lost = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final StringBuilder held = new StringBuilder();
    private final StringBuilder urgent = new StringBuilder();
    private volatile boolean closing;
    private long lastNanos;
    private long lostReported;

    /// @param out where what is no error goes, if the options say so
    LogWriter(LineFormat format, LogOptions options, OutputStream out, OutputStream err, int max) {
        this.format = format;
        this.options = options;
        this.out = out;
        this.err = err;
        this.waiting = new ArrayBlockingQueue<>(max);
    }

    /// Takes a line to be written soon; never waits.
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

    /// Writes all that waits now.
    void step() {
        List<LogLine> batch = new ArrayList<>();
        do {
            batch.forEach(this::format);
            batch.clear();
            reportLost();
            emit(urgent, err);
            if (!options.split() || held.length() >= options.infoBufferBytes()) {
                flush();
            }
        } while (waiting.drainTo(batch, AT_ONCE) > 0);
    }

    @SuppressWarnings("ReferenceEquality") // This one line is not for writing.
    private void format(LogLine line) {
        if (line == FAREWELL) {
            return;
        }
        lastNanos = line.nanos();
        boolean aside = options.split() && line.severity() == LogLine.Severity.INFO;
        StringBuilder to = aside ? held : urgent;
        int before = to.length();
        try {
            format.write(line, to);
        } catch (RuntimeException broken) {
            // Values are asked for their text here, and any of them may fail.
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
                            "Lines of the log were lost because too many came at once",
                            null,
                            "log",
                            "LogWriter.java:1",
                            new Object[] {"lines", now - lostReported}));
            lostReported = now;
        }
    }

    private void flush() {
        emit(held, out);
    }

    private static void emit(StringBuilder text, OutputStream to) {
        if (text.isEmpty()) {
            return;
        }
        try {
            to.write(text.toString().getBytes(StandardCharsets.UTF_8));
            to.flush();
        } catch (IOException hasNoReader) {
            // There is nowhere left to complain.
        }
        text.setLength(0);
    }

    /// Writes what waits and ends; waits for that, but not for ever.
    void close() {
        closing = true;
        var _ = waiting.offer(FAREWELL);
        try {
            var _ = ended.await(MAX_FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
