package dev.berth.app.workload;

import dev.berth.manifest.Manifest;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Counts the objects that a command does not need, by kind.
public final class SkippedKinds {
    private final SortedMap<String, Integer> counts = new TreeMap<>();

    public void add(Manifest manifest) {
        counts.merge(manifest.kind() + " (" + manifest.apiVersion() + ")", 1, Integer::sum);
    }

    /// The line to print; empty if there is nothing to report.
    public Optional<String> line() {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        return all == 0
                ? Optional.empty()
                : Optional.of(
                        "skipped %d %s of kinds that do not affect scheduling: %s"
                                .formatted(
                                        all,
                                        all == 1 ? "object" : "objects",
                                        counts.entrySet().stream()
                                                .map(each -> each.getValue() + " " + each.getKey())
                                                .collect(Collectors.joining(", "))));
    }
}
