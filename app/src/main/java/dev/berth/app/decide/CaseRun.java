package dev.berth.app.decide;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.decide.CaseAnswers.Answer;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/// Decides cases from a stream, one per line, on several threads. The records keep the order of the
/// cases.
///
/// Records are written out before the reader waits for input, so that a client at the other end of
/// a pipe can wait for each record before it sends the next case.
final class CaseRun {
    private static final int AHEAD_PER_THREAD = 32;
    private static final int CHUNK = 1 << 16;

    private final InputStream in;
    private final PrintWriter out;
    private final int threads;
    private final CaseAnswers answers = new CaseAnswers();

    /// Pending answers, in order; the last one is empty.
    private final BlockingQueue<Future<@Nullable Answer>> ordered;

    CaseRun(InputStream in, PrintWriter out, int threads) {
        this.in = in;
        this.out = out;
        this.threads = threads;
        this.ordered = new ArrayBlockingQueue<>(threads * AHEAD_PER_THREAD);
    }

    /// Whether all cases could be read.
    ///
    /// @throws Failure if input or output fails
    boolean run() {
        // Daemon threads: when the output is closed, the process must not wait for a thread that
        // waits for input.
        ThreadFactory daemons = Thread.ofPlatform().daemon().name("case-", 0).factory();
        ExecutorService workers = Executors.newFixedThreadPool(threads, daemons);
        daemons.newThread(() -> read(workers)).start();
        try {
            return write();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException unreadable
                    ? new Failure(
                            ExitCode.USAGE, "the cases cannot be read: " + unreadable.getMessage())
                    : new IllegalStateException("a case was not answered", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private void read(ExecutorService workers) {
        try {
            try {
                readLines(workers);
                ordered.put(CompletableFuture.completedFuture(null));
            } catch (IOException | RuntimeException e) {
                ordered.put(CompletableFuture.failedFuture(e));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readLines(ExecutorService workers) throws IOException, InterruptedException {
        var line = new ByteArrayOutputStream(CHUNK);
        byte[] chunk = new byte[CHUNK];
        long number = 1;
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
            int start = 0;
            for (int i = 0; i < length; i++) {
                if (chunk[i] == '\n') {
                    line.write(chunk, start, i - start);
                    submit(number++, line, workers);
                    start = i + 1;
                }
            }
            line.write(chunk, start, length - start);
        }
        submit(number, line, workers);
    }

    private void submit(long number, ByteArrayOutputStream line, ExecutorService workers)
            throws InterruptedException {
        byte[] bytes = line.toByteArray();
        line.reset();
        if (!isBlank(bytes)) {
            ordered.put(workers.submit(() -> answers.answer(number, bytes)));
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte each : line) {
            if (each != ' ' && each != '\t' && each != '\r') {
                return false;
            }
        }
        return true;
    }

    private boolean write() throws InterruptedException, ExecutionException {
        boolean allRead = true;
        while (true) {
            Future<@Nullable Answer> next = ordered.poll();
            if (next == null) {
                flush();
                next = ordered.take();
            }
            if (!next.isDone()) {
                flush();
            }
            Answer answer = next.get();
            if (answer == null) {
                flush();
                return allRead;
            }
            out.write(answer.lines());
            allRead &= answer.read();
        }
    }

    private void flush() {
        if (out.checkError()) {
            throw new Failure("cannot write to standard output");
        }
    }
}
