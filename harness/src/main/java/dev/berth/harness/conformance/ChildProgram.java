package dev.berth.harness.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.JsonException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/// A child process that reads cases from standard input and prints records. Several cases can be in
/// flight.
final class ChildProgram implements AutoCloseable {
    private static final int IN_FLIGHT = 256;

    private record Question(String id, int pods, CompletableFuture<List<Obj>> answer) {}

    private final String name;
    private final Process process;
    private final OutputStream input;
    private final ConcurrentLinkedQueue<Question> pending = new ConcurrentLinkedQueue<>();
    private final Semaphore free = new Semaphore(IN_FLIGHT);
    private volatile boolean ended;

    private ChildProgram(String name, Process process) {
        this.name = name;
        this.process = process;
        this.input = process.getOutputStream();
    }

    /// Starts a command in a directory. Its standard error is inherited.
    static ChildProgram start(String name, List<String> command, Path folder) throws IOException {
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var program = new ChildProgram(name, process);
        Thread.ofVirtual().name(name + "-records").start(program::read);
        return program;
    }

    String name() {
        return name;
    }

    /// Sends a case, and blocks while too many are in flight. The result is one record per pod, or
    /// a single one if the case is invalid. It fails if the program ends before it.
    CompletableFuture<List<Obj>> send(Obj one) throws InterruptedException {
        int pods = one.field("pods").orElse(Arr.EMPTY) instanceof Arr(var list) ? list.size() : 0;
        var question = new Question(one.textAt("id").orElse(""), pods, new CompletableFuture<>());
        if (pods == 0) {
            question.answer().complete(List.of());
            return question.answer();
        }
        free.acquire();
        pending.add(question);
        try {
            input.write((one.text() + "\n").getBytes(UTF_8));
            input.flush();
        } catch (IOException gone) {
            ended = true;
        }
        if (ended) {
            question.answer().completeExceptionally(failure(question));
        }
        return question.answer();
    }

    private void read() {
        var records = new ArrayList<Obj>();
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (!(Json.parse(line) instanceof Obj reply)) {
                    throw new IOException("not a record: " + line);
                }
                String id = reply.textAt("case").orElse("");
                // A program that prints too few records is detected by the next ID.
                if (!records.isEmpty() && !isFor(id)) {
                    answer(records);
                }
                if (!isFor(id)) {
                    throw new IOException("unexpected record: " + line);
                }
                records.add(reply);
                if (records.size() == pending.element().pods() || reply.field("pod").isEmpty()) {
                    answer(records);
                }
            }
        } catch (IOException | JsonException e) {
            System.err.println(name + ": " + e.getMessage());
        }
        ended = true;
        for (Question left : pending) {
            left.answer().completeExceptionally(failure(left));
        }
        free.release(IN_FLIGHT);
    }

    private boolean isFor(String id) {
        Question next = pending.peek();
        return next != null && next.id().equals(id);
    }

    private void answer(List<Obj> records) {
        pending.remove().answer().complete(List.copyOf(records));
        records.clear();
        free.release();
    }

    private IOException failure(Question question) {
        return new IOException(name + " ended before it answered case " + question.id());
    }

    /// Closes the input and ends the program without waiting for it.
    @Override
    public void close() throws IOException {
        try {
            input.close();
        } catch (IOException gone) {
            // The program has ended with unread input.
        }
        process.destroy();
    }
}
