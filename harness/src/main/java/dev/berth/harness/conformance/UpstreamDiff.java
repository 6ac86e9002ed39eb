package dev.berth.harness.conformance;

import dev.berth.harness.conformance.ChangeGroups.Grouped;
import dev.berth.harness.conformance.Explanations.Group;
import dev.berth.model.json.Json.Obj;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Compares two releases of kube-scheduler on the same cases, and groups what changed by the reason
/// for it.
final class UpstreamDiff {
    private static final int NAME_WIDTH = 40;

    /// A change without an explanation.
    private record Finding(Obj input, RecordChange change) {
        int size() {
            return input.text().length();
        }
    }

    private final Explanations explanations;
    private final ChangeGroups groups;
    private final FamilyCounts tally = new FamilyCounts();
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<String, String> samples = new TreeMap<>();
    private final Map<String, Long> kinds = new TreeMap<>();

    /// The smallest case of each kind of unexplained change.
    private final Map<String, Finding> smallest = new TreeMap<>();

    private long records;
    private long changed;
    private long unexplained;

    UpstreamDiff(Explanations explanations) {
        this.explanations = explanations;
        this.groups = new ChangeGroups(explanations);
    }

    /// @param programs the oracles of the older and the newer release
    void run(ProgramPair programs, Iterator<Obj> cases) throws IOException, InterruptedException {
        programs.run(cases, (input, from, to) -> add(input, from, to.orElseThrow()));
    }

    /// Counts the changes of a case.
    void add(Obj input, List<Obj> from, List<Obj> to) {
        String id = input.textAt("id").orElse("");
        List<Grouped> all = groups.of(input, from, to);
        tally.add(ConformanceRun.familyOf(id), from, all.stream().anyMatch(Grouped::differs));
        for (Grouped record : all) {
            records++;
            changed += record.differs() ? 1 : 0;
            unexplained += record.unexplained().isEmpty() ? 0 : 1;
            for (String group : record.groups()) {
                counts.merge(group, 1L, Long::sum);
                samples.putIfAbsent(group, id);
            }
            for (RecordChange change : record.unexplained()) {
                kinds.merge(change.kind(), 1L, Long::sum);
                smallest.merge(
                        change.kind(),
                        new Finding(input, change),
                        (had, found) -> found.size() < had.size() ? found : had);
            }
        }
    }

    boolean isExplained() {
        return unexplained == 0;
    }

    void print(PrintStream out) {
        tally.lines().forEach(out::println);
        out.println();
        out.println(
                "%s and %s: %d of %d records differ"
                        .formatted(explanations.from(), explanations.to(), changed, records));
        out.println();
        out.println(line("records", "group", "sample", "explanation"));
        explanations.groups().stream()
                .sorted(Comparator.comparingLong((Group group) -> -count(group.name())))
                .forEach(group ->
                        out.println(
                                line(
                                        Long.toString(count(group.name())),
                                        group.name(),
                                        samples.getOrDefault(group.name(), ""),
                                        group.explanation())));
        out.println(
                line(
                        Long.toString(count(ChangeGroups.FOLLOWS)),
                        ChangeGroups.FOLLOWS,
                        samples.getOrDefault(ChangeGroups.FOLLOWS, ""),
                        "An earlier pod of the sequence has another node."));
        out.println(line(Long.toString(unexplained), "unexplained", "", ""));
        if (!kinds.isEmpty()) {
            out.println();
            out.println("%9s  %s".formatted("count", "unexplained changes"));
            inOrder()
                    .forEach(kind ->
                            out.println(
                                    "%9d  %s, e.g. %s"
                                            .formatted(kinds.get(kind), kind, idOf(kind))));
        }
    }

    private static String line(String count, String group, String sample, String explanation) {
        return ("%9s  %-" + NAME_WIDTH + "s  %-16s  %s")
                .formatted(count, group, sample, explanation)
                .stripTrailing();
    }

    private long count(String group) {
        return counts.getOrDefault(group, 0L);
    }

    /// The kinds of unexplained changes, most frequent first.
    private List<String> inOrder() {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private String idOf(String kind) {
        Finding finding = smallest.get(kind);
        return finding == null ? "" : finding.input().textAt("id").orElse("");
    }

    /// Shrinks and prints the smallest case of the most frequent kinds of unexplained changes.
    void explain(ProgramPair programs, int max, PrintStream out)
            throws IOException, InterruptedException {
        for (String kind : inOrder().stream().limit(max).toList()) {
            Finding finding = smallest.get(kind);
            if (finding != null) {
                out.println();
                programs.printShrunk(
                        finding.input(), (input, from, to) -> find(kind, input, from, to), out);
            }
        }
    }

    private Optional<String> find(String kind, Obj input, List<Obj> from, List<Obj> to) {
        return groups.of(input, from, to).stream()
                .flatMap(record -> record.unexplained().stream())
                .filter(change -> change.kind().equals(kind))
                .map(RecordChange::toString)
                .findFirst();
    }
}
