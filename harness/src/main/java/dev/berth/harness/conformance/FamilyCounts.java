package dev.berth.harness.conformance;

import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The outcomes of the cases of a run, by family.
final class FamilyCounts {
    private static final List<String> OUTCOMES =
            List.of("scheduled", "unschedulable", "gated", "skipped", "error");

    private static final class Row {
        private long cases;
        private long records;
        private long differences;
        private final Map<String, Long> outcomes = new TreeMap<>();
    }

    private final Map<String, Row> rows = new TreeMap<>();

    void add(String family, List<Obj> records, boolean differs) {
        Row row = rows.computeIfAbsent(family, name -> new Row());
        row.cases++;
        row.records += records.size();
        row.differences += differs ? 1 : 0;
        for (Obj reply : records) {
            row.outcomes.merge(reply.textAt("outcome").orElse("?"), 1L, Long::sum);
        }
    }

    long cases() {
        return rows.values().stream().mapToLong(row -> row.cases).sum();
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        var total = new Row();
        lines.add(
                "%-10s %9s %9s %10s %14s %7s %8s %7s %12s"
                        .formatted(
                                "family",
                                "cases",
                                "records",
                                "scheduled",
                                "unschedulable",
                                "gated",
                                "skipped",
                                "error",
                                "differences"));
        rows.forEach((family, row) -> {
            lines.add(line(family, row));
            total.cases += row.cases;
            total.records += row.records;
            total.differences += row.differences;
            row.outcomes.forEach((name, count) -> total.outcomes.merge(name, count, Long::sum));
        });
        lines.add(line("all", total));
        return lines;
    }

    private static String line(String name, Row row) {
        var line = new StringBuilder("%-10s %9d %9d".formatted(name, row.cases, row.records));
        int[] widths = {10, 14, 7, 8, 7};
        for (int i = 0; i < widths.length; i++) {
            long count = row.outcomes.getOrDefault(OUTCOMES.get(i), 0L);
            line.append((" %" + widths[i] + "d").formatted(count));
        }
        return line.append(" %12d".formatted(row.differences)).toString();
    }
}
