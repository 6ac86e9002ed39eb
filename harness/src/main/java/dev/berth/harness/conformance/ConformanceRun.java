package dev.berth.harness.conformance;

import dev.berth.harness.cases.CaseFamily;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends the same cases to two programs, many at a time, and compares the results.
final class ConformanceRun {
    private static final int IN_FLIGHT = 128;
    private static final long TIMEOUT_SECONDS = 120;
    private static final int TRIES = 4_000;

    /// A case in flight.
    private record Pending(
            String family,
            Obj input,
            Future<List<Obj>> expected,
            @Nullable Future<List<Obj>> actual) {}

    /// A case with different results.
    record Finding(Obj input, Difference difference) {}

    private final ChildProgram reference;
    private final @Nullable ChildProgram subject;
    private final FamilyCounts tally = new FamilyCounts();
    private final Coverage coverage = new Coverage();

    /// The smallest case of each kind of difference.
    private final Map<String, Finding> smallest = new TreeMap<>();

    private final Map<String, Long> kinds = new TreeMap<>();

    /// @param subject the program under test; without it, only the reference runs
    ConformanceRun(ChildProgram reference, @Nullable ChildProgram subject) {
        this.reference = reference;
        this.subject = subject;
    }

    /// Runs all cases. The family is the prefix of the case ID.
    void run(Iterator<Obj> cases) throws IOException, InterruptedException {
        var pending = new ArrayDeque<Pending>();
        while (cases.hasNext() || !pending.isEmpty()) {
            if (cases.hasNext() && pending.size() < IN_FLIGHT) {
                Obj input = cases.next();
                String family = familyOf(input.textAt("id").orElse(""));
                pending.add(
                        new Pending(
                                family,
                                input,
                                reference.send(input),
                                subject == null ? null : subject.send(input)));
            } else {
                check(pending.remove());
            }
        }
    }

    private static String familyOf(String id) {
        String label = id.contains("-") ? id.substring(0, id.indexOf('-')) : "";
        return CaseFamily.named(label).map(CaseFamily::label).orElse("others");
    }

    private void check(Pending pending) throws IOException, InterruptedException {
        List<Obj> expected = wait(pending.input(), pending.expected());
        Optional<Difference> difference =
                pending.actual() == null
                        ? Optional.empty()
                        : RecordComparison.of(expected, wait(pending.input(), pending.actual()));
        tally.add(pending.family(), expected, difference.isPresent());
        coverage.add(pending.input(), expected);
        if (difference.isPresent()) {
            var finding = new Finding(pending.input(), difference.get());
            kinds.merge(difference.get().kind(), 1L, Long::sum);
            smallest.merge(
                    difference.get().kind(),
                    finding,
                    (had, found) -> size(found) < size(had) ? found : had);
        }
    }

    private static int size(Finding finding) {
        return finding.input().text().length();
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

    boolean isClean() {
        return kinds.isEmpty();
    }

    FamilyCounts tally() {
        return tally;
    }

    Coverage coverage() {
        return coverage;
    }

    /// The kinds of differences, most frequent first.
    List<String> kindLines() {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .map(each -> {
                    Finding finding = smallest.get(each.getKey());
                    return "%10d  %s, e.g. %s: %s"
                            .formatted(
                                    each.getValue(),
                                    each.getKey(),
                                    finding == null ? "" : finding.input().textAt("id").orElse(""),
                                    finding == null ? "" : shortened(finding.difference()));
                })
                .toList();
    }

    private static String shortened(Difference difference) {
        String text = difference.toString();
        return text.length() > 300 ? text.substring(0, 300) + " .." : text;
    }

    /// The smallest findings of the most frequent kinds.
    List<Finding> findings(int max) {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(max)
                .flatMap(each -> Optional.ofNullable(smallest.get(each.getKey())).stream())
                .toList();
    }

    /// Reduces the case of a finding as far as the kind of difference stays, and prints it with
    /// both results.
    void explain(Finding finding, PrintStream out) throws IOException, InterruptedException {
        String id = finding.input().textAt("id").orElse("");
        String kind = finding.difference().kind();
        var variants = new VariantRunner(id);
        Json small =
                Shrinker.shrink(
                        finding.input().without("id"),
                        candidate ->
                                CaseConstraints.holds(finding.input(), candidate)
                                        && variants.kindOf(candidate).equals(kind),
                        TRIES);
        Obj one = CaseConstraints.ordered(id, small);
        Answers answers = variants.run(one);
        out.println("--- " + id + ", shrunk in " + variants.tries + " tries");
        out.println(one.pretty());
        RecordComparison.of(answers.expected(), answers.actual()).ifPresent(out::println);
        print(out, reference.name(), answers.expected());
        print(out, subject == null ? "" : subject.name(), answers.actual());
    }

    private static void print(PrintStream out, String program, List<Obj> records) {
        for (Obj reply : records) {
            out.println(program + " returned: " + reply.text());
        }
    }

    private record Answers(List<Obj> expected, List<Obj> actual) {}

    /// Runs variants of a case one after the other.
    private final class VariantRunner {
        private final String id;
        private int tries;

        VariantRunner(String id) {
            this.id = id;
        }

        /// The kind of difference that the variant has; empty if there is none or the variant is
        /// invalid.
        String kindOf(Json candidate) {
            try {
                if (!(candidate instanceof Obj variant)) {
                    return "";
                }
                Answers answers = run(variant);
                if (isUnread(answers.expected()) && !isUnread(answers.actual())) {
                    return "";
                }
                return RecordComparison.of(answers.expected(), answers.actual())
                        .map(Difference::kind)
                        .orElse("");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "";
            }
        }

        Answers run(Obj variant) throws IOException, InterruptedException {
            Obj named = variant.with("id", id + "~" + tries++);
            ChildProgram other = subject == null ? reference : subject;
            CompletableFuture<List<Obj>> expected = reference.send(named);
            CompletableFuture<List<Obj>> actual = other.send(named);
            return new Answers(
                    ConformanceRun.wait(named, expected), ConformanceRun.wait(named, actual));
        }

        private boolean isUnread(List<Obj> records) {
            return records.stream().anyMatch(reply -> reply.field("pod").isEmpty());
        }
    }
}
