package dev.berth.harness.conformance;

import dev.berth.harness.conformance.Explanations.Group;
import dev.berth.harness.conformance.Explanations.Rule;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Puts the changes between the records of two releases into the groups of an explanation.
final class ChangeGroups {
    /// The group of the pods that come after a pod with another node.
    static final String FOLLOWS = "after another placement";

    /// The changes of one record.
    ///
    /// @param groups the names of the groups that the record is in
    /// @param unexplained the changes that no rule matches
    record Grouped(Set<String> groups, List<RecordChange> unexplained) {
        boolean differs() {
            return !groups.isEmpty() || !unexplained.isEmpty();
        }
    }

    private final Explanations explanations;

    ChangeGroups(Explanations explanations) {
        this.explanations = explanations;
    }

    /// The changes of each record of a case.
    List<Grouped> of(Obj input, List<Obj> from, List<Obj> to) {
        if (from.size() != to.size()) {
            return List.of(
                    grouped(
                            input,
                            0,
                            List.of(
                                    new RecordChange(
                                            "records", "", result(from), result(to), false)),
                            false));
        }
        boolean sequence = input.field("sequence").equals(Optional.of(Bool.TRUE));
        boolean moved = false;
        var all = new ArrayList<Grouped>();
        for (int i = 0; i < from.size(); i++) {
            all.add(grouped(input, i, RecordChanges.between(from.get(i), to.get(i)), moved));
            moved |= sequence && !from.get(i).field("node").equals(to.get(i).field("node"));
        }
        return all;
    }

    /// The number of records, or the error of a program that prints one record for the whole case.
    private static String result(List<Obj> records) {
        return records.size() == 1 && RecordComparison.isError(records.getFirst())
                ? "error: " + records.getFirst().textAt("message").orElse("")
                : records.size() + " records";
    }

    /// @param moved whether an earlier pod of the sequence has another node
    private Grouped grouped(Obj input, int pod, List<RecordChange> changes, boolean moved) {
        var groups = new LinkedHashSet<String>();
        var unexplained = new ArrayList<RecordChange>();
        if (!changes.isEmpty()) {
            var lines = new CaseLines(input, pod);
            for (RecordChange change : changes) {
                explain(change, lines, groups)
                        .filter(left -> !left.follows())
                        .ifPresent(unexplained::add);
            }
        }
        if (moved && !unexplained.isEmpty()) {
            groups.add(FOLLOWS);
            unexplained.clear();
        }
        return new Grouped(groups, List.copyOf(unexplained));
    }

    /// Adds the groups of a change, and returns what they leave of it.
    private Optional<RecordChange> explain(
            RecordChange change, CaseLines lines, Set<String> groups) {
        RecordChange left = change;
        for (Group group : explanations.groups()) {
            for (Rule rule : group.rules()) {
                Optional<RecordChange> next = rule.remainder(left, lines::has);
                if (next.isEmpty() || !next.get().equals(left)) {
                    groups.add(group.name());
                }
                if (next.isEmpty()) {
                    return next;
                }
                left = next.get();
            }
        }
        return Optional.of(left);
    }
}
