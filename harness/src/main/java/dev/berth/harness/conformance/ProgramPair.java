package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Two programs that get the same cases, many at a time.
final class ProgramPair {
    private static final int IN_FLIGHT = 128;
    private static final long TIMEOUT_SECONDS = 120;
    private static final int TRIES = 4_000;

    /// Receives the results of a case.
    @FunctionalInterface
    interface Results {
        /// @param actual empty without a second program
        void accept(Obj input, List<Obj> expected, Optional<List<Obj>> actual);
    }

    /// Describes the difference that a smaller case must keep.
    @FunctionalInterface
    interface Kept {
        /// The difference; empty if the results do not have it.
        Optional<String> difference(Obj input, List<Obj> expected, List<Obj> actual);
    }

    /// A case in flight.
    private record Pending(
            Obj input, Future<List<Obj>> expected, @Nullable Future<List<Obj>> actual) {}

    private record Answers(List<Obj> expected, List<Obj> actual) {}

    private final ChildProgram reference;
    private final @Nullable ChildProgram subject;

    /// @param subject the program under test; without it, only the reference runs
    ProgramPair(ChildProgram reference, @Nullable ChildProgram subject) {
        this.reference = reference;
        this.subject = subject;
    }

    void run(Iterator<Obj> cases, Results results) throws IOException, InterruptedException {
        var pending = new ArrayDeque<Pending>();
        while (cases.hasNext() || !pending.isEmpty()) {
            if (cases.hasNext() && pending.size() < IN_FLIGHT) {
                Obj input = cases.next();
                pending.add(
                        new Pending(
                                input,
                                reference.send(input),
                                subject == null ? null : subject.send(input)));
            } else {
                Pending next = pending.remove();
                results.accept(
                        next.input(),
                        wait(next.input(), next.expected()),
                        next.actual() == null
                                ? Optional.empty()
                                : Optional.of(wait(next.input(), next.actual())));
            }
        }
    }

    private static List<Obj> wait(Obj input, Future<List<Obj>> answer)
            throws IOException, InterruptedException {
        try {
            return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getMessage() + ": " + input.text(), e);
        } catch (TimeoutException e) {
            throw new IOException("no response within two minutes for " + input.text(), e);
        }
    }

    /// Reduces a case as far as the difference stays, and prints it with both results.
    void printShrunk(Obj input, Kept kept, PrintStream out)
            throws IOException, InterruptedException {
        String id = input.textAt("id").orElse("");
        var variants = new VariantRunner(id, kept);
        Json small =
                Shrinker.shrink(
                        input.without("id"),
                        candidate ->
                                CaseConstraints.holds(input, candidate)
                                        && variants.differs(candidate),
                        TRIES);
        Obj one = CaseConstraints.ordered(id, small);
        Answers answers = variants.run(one);
        out.println("--- " + id + ", shrunk in " + variants.tries + " tries");
        out.println(one.pretty());
        kept.difference(one, answers.expected(), answers.actual()).ifPresent(out::println);
        print(out, reference.name(), answers.expected());
        print(out, subject == null ? "" : subject.name(), answers.actual());
    }

    private static void print(PrintStream out, String program, List<Obj> records) {
        for (Obj reply : records) {
            out.println(program + " returned: " + reply.text());
        }
    }

    /// Runs variants of a case one after the other.
    private final class VariantRunner {
        private final String id;
        private final Kept kept;
        private int tries;

        VariantRunner(String id, Kept kept) {
            this.id = id;
            this.kept = kept;
        }

        /// Whether the variant is valid and has the difference.
        boolean differs(Json candidate) {
            try {
                if (!(candidate instanceof Obj variant)) {
                    return false;
                }
                Answers answers = run(variant);
                if (isUnread(answers.expected()) && !isUnread(answers.actual())) {
                    return false;
                }
                return kept.difference(variant, answers.expected(), answers.actual()).isPresent();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        Answers run(Obj variant) throws IOException, InterruptedException {
            Obj named = variant.with("id", id + "~" + tries++);
            ChildProgram other = subject == null ? reference : subject;
            CompletableFuture<List<Obj>> expected = reference.send(named);
            CompletableFuture<List<Obj>> actual = other.send(named);
            return new Answers(ProgramPair.wait(named, expected), ProgramPair.wait(named, actual));
        }

        private boolean isUnread(List<Obj> records) {
            return records.stream().anyMatch(reply -> reply.field("pod").isEmpty());
        }
    }
}
