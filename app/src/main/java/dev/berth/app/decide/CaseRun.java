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

/// Answers cases from a stream, a line each, on several threads; the answers keep the order.
///
/// What was answered is written out before anybody waits, so that a partner at the other end of a
/// pipe may wait for each answer before it asks on.
final class CaseRun {
    private static final int AHEAD_PER_THREAD = 32;
    private static final int CHUNK = 1 << 16;

    private final InputStream in;
    private final PrintWriter out;
    private final int threads;
    private final CaseAnswers answers = new CaseAnswers();

    /// Answers to come, in order; the last one is empty.
    private final BlockingQueue<Future<@Nullable Answer>> ordered;

    CaseRun(InputStream in, PrintWriter out, int threads) {
        this.in = in;
        this.out = out;
        this.threads = threads;
        this.ordered = new ArrayBlockingQueue<>(threads * AHEAD_PER_THREAD);
    }

    /// Whether every case could be read.
    ///
    /// @throws Failure if input or output fails
    boolean run() {
        // Daemons: when the output is gone, nobody waits for a thread that waits for input.
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
