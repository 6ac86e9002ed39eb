package dev.berth.harness.conformance;

import dev.berth.harness.cases.CaseFamily;
import dev.berth.model.json.Json.Obj;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Sends the same cases to two programs, many at a time, and compares the results.
final class ConformanceRun {
    /// A case with different results.
    record Finding(Obj input, Difference difference) {}

    private final ProgramPair programs;
    private final FamilyCounts tally = new FamilyCounts();
    private final Coverage coverage = new Coverage();

    /// The smallest case of each kind of difference.
    private final Map<String, Finding> smallest = new TreeMap<>();

    private final Map<String, Long> kinds = new TreeMap<>();

    /// @param subject the program under test; without it, only the reference runs
    ConformanceRun(ChildProgram reference, @Nullable ChildProgram subject) {
        this.programs = new ProgramPair(reference, subject);
    }

    /// Runs all cases. The family is the prefix of the case ID.
    void run(Iterator<Obj> cases) throws IOException, InterruptedException {
        programs.run(cases, this::check);
    }

    static String familyOf(String id) {
        String label = id.contains("-") ? id.substring(0, id.indexOf('-')) : "";
        return CaseFamily.named(label).map(CaseFamily::label).orElse("others");
    }

    private void check(Obj input, List<Obj> expected, Optional<List<Obj>> actual) {
        Optional<Difference> difference =
                actual.flatMap(records -> RecordComparison.of(expected, records));
        tally.add(familyOf(input.textAt("id").orElse("")), expected, difference.isPresent());
        coverage.add(input, expected);
        if (difference.isPresent()) {
            var finding = new Finding(input, difference.get());
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
        String kind = finding.difference().kind();
        programs.printShrunk(
                finding.input(),
                (_, expected, actual) ->
                        RecordComparison.of(expected, actual)
                                .filter(found -> found.kind().equals(kind))
                                .map(Difference::toString),
                out);
    }
}
