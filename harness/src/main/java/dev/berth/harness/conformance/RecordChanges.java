package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Null;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// All changes between the records of two releases for one pod.
///
/// Values that are computed from others are no changes of their own as long as they agree with
/// them: a total with its scores, the best nodes with the totals, the outcome, the message and the
/// rejecting plugins with the rejections.
final class RecordChanges {
    private static final Set<String> COMPARED =
            Set.of("case", "pod", "nodes", "preFilter", "preemption", "message", "best", "node");
    private static final Set<String> OF_REJECTIONS =
            Set.of("outcome", "unschedulablePlugins", "pendingPlugins");
    private static final String MESSAGE = "message";
    private static final String NODES = "nodes";

    private final Obj from;
    private final Obj to;
    private final List<RecordChange> changes = new ArrayList<>();
    private boolean rejectionsDiffer;
    private boolean feasibleNodesDiffer;
    private boolean totalsDiffer;

    private RecordChanges(Obj from, Obj to) {
        this.from = from;
        this.to = to;
    }

    /// @param from the record of the older release
    /// @param to the record of the newer release
    static List<RecordChange> between(Obj from, Obj to) {
        if (RecordComparison.of(List.of(from), List.of(to)).isEmpty()) {
            return List.of();
        }
        var all = new RecordChanges(RecordComparison.ordered(from), RecordComparison.ordered(to));
        all.compare();
        return List.copyOf(all.changes);
    }

    private void compare() {
        if (RecordComparison.isError(from) || RecordComparison.isError(to)) {
            add("error", "", result(from), result(to), false);
            return;
        }
        String before = rejection(from.field("preFilter"));
        String after = rejection(to.field("preFilter"));
        add("preFilter", "", before, after, false);
        rejectionsDiffer = !before.equals(after);
        compareRejections();
        compareScores();
        comparePreemption();
        compareRest();
    }

    private static String result(Obj reply) {
        String outcome = reply.textAt("outcome").orElse(RecordChange.ABSENT);
        return outcome.equals("error") ? "error: " + reply.textAt(MESSAGE).orElse("") : outcome;
    }

    private void add(String path, String node, String before, String after, boolean follows) {
        if (!before.equals(after)) {
            changes.add(new RecordChange(path, node, before, after, follows));
        }
    }

    private static String rejection(Optional<Json> verdict) {
        if (verdict.isEmpty() || verdict.get() instanceof Null) {
            return RecordChange.ABSENT;
        }
        Json one = verdict.get();
        if (one.at("scores").isPresent() || one.at("code").isEmpty()) {
            return "accepted";
        }
        String plugin = one.textAt("plugin").orElse("");
        return "%s%s: %s"
                .formatted(
                        plugin.isEmpty() ? "" : plugin + " ",
                        one.textAt("code").orElse(""),
                        list(one.at("reasons")));
    }

    private static String list(Optional<Json> texts) {
        return texts.orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements.stream()
                        .map(each -> each instanceof Str(String text) ? text : each.text())
                        .collect(Collectors.joining("; "))
                : "";
    }

    private static Map<String, Json> fields(Obj reply, String... path) {
        return reply.at(path).orElse(Null.NULL) instanceof Obj all ? all.fields() : Map.of();
    }

    private static Set<String> names(Map<String, Json> one, Map<String, Json> other) {
        var names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        return names;
    }

    private void compareRejections() {
        Map<String, Json> before = fields(from, NODES);
        Map<String, Json> after = fields(to, NODES);
        for (String node : names(before, after)) {
            String one = rejection(Optional.ofNullable(before.get(node)));
            String other = rejection(Optional.ofNullable(after.get(node)));
            // A pod that is rejected as a whole has no nodes.
            boolean whole = before.isEmpty() != after.isEmpty() && rejectionsDiffer;
            add("nodes.rejection", node, one, other, whole);
            rejectionsDiffer |= !one.equals(other);
            feasibleNodesDiffer |= one.equals("accepted") != other.equals("accepted");
        }
    }

    private void compareScores() {
        Map<String, Json> before = fields(from, NODES);
        Map<String, Json> after = fields(to, NODES);
        for (String node : names(before, after)) {
            Map<String, Json> one = fields(from, NODES, node, "scores");
            Map<String, Json> other = fields(to, NODES, node, "scores");
            long difference = sum(other) - sum(one);
            if (one.isEmpty() || other.isEmpty()) {
                continue;
            }
            for (String plugin : names(one, other)) {
                add(
                        "nodes.scores." + plugin,
                        node,
                        value(one.get(plugin)),
                        value(other.get(plugin)),
                        feasibleNodesDiffer);
            }
            long total = number(from.at(NODES, node, "total"));
            long newTotal = number(to.at(NODES, node, "total"));
            totalsDiffer |= total != newTotal;
            if (newTotal - total != difference) {
                add("nodes.total", node, Long.toString(total), Long.toString(newTotal), false);
            }
        }
    }

    private static String value(@Nullable Json value) {
        return value == null ? RecordChange.ABSENT : value.text();
    }

    private static long sum(Map<String, Json> scores) {
        return scores.values().stream().mapToLong(score -> number(Optional.of(score))).sum();
    }

    private static long number(Optional<Json> value) {
        return value.orElse(Null.NULL) instanceof Num number ? number.asLong().orElse(0) : 0;
    }

    private void comparePreemption() {
        boolean ran = from.at("preemption").orElse(Null.NULL) instanceof Obj;
        boolean runs = to.at("preemption").orElse(Null.NULL) instanceof Obj;
        if (ran != runs) {
            add("preemption", "", ran ? "ran" : "none", runs ? "ran" : "none", rejectionsDiffer);
            return;
        }
        Map<String, Json> before = fields(from, "preemption", "candidates");
        Map<String, Json> after = fields(to, "preemption", "candidates");
        int had = changes.size();
        for (String node : names(before, after)) {
            Json one = before.getOrDefault(node, Null.NULL);
            Json other = after.getOrDefault(node, Null.NULL);
            add("preemption.candidates", node, known(one), known(other), rejectionsDiffer);
            if (one instanceof Obj && other instanceof Obj) {
                for (String field : List.of("victims", "pdbViolations")) {
                    add(
                            "preemption." + field,
                            node,
                            one.at(field).map(Json::text).orElse(""),
                            other.at(field).map(Json::text).orElse(""),
                            rejectionsDiffer);
                }
            }
        }
        boolean others = rejectionsDiffer || changes.size() > had;
        add(
                "preemption.picked",
                "",
                list(from.at("preemption", "picked")),
                list(to.at("preemption", "picked")),
                others);
        add("preemption.message", "", tail(from), tail(to), others);
    }

    private static String known(Json candidate) {
        return candidate instanceof Obj ? "candidate" : RecordChange.ABSENT;
    }

    private static String tail(Obj reply) {
        return reply.textAt("preemption", MESSAGE).orElse("");
    }

    private void compareRest() {
        boolean placed = rejectionsDiffer || totalsDiffer;
        for (String field : List.of("best", "node")) {
            if (!placed) {
                add(field, "", text(from, field), text(to, field), false);
            }
        }
        if (!rejectionsDiffer && !head(from).equals(head(to))) {
            add(MESSAGE, "", head(from), head(to), false);
        }
        boolean moved = !text(from, "node").equals(text(to, "node"));
        for (String field : names(from.fields(), to.fields())) {
            if (!COMPARED.contains(field) && !(rejectionsDiffer && OF_REJECTIONS.contains(field))) {
                add(field, "", text(from, field), text(to, field), moved);
            }
        }
    }

    private static String text(Obj reply, String field) {
        return reply.field(field).map(Json::text).orElse(RecordChange.ABSENT);
    }

    /// The message up to the result of preemption.
    private static String head(Obj reply) {
        String message = reply.textAt(MESSAGE).orElse("");
        String tail = tail(reply);
        return (message.endsWith(tail)
                        ? message.substring(0, message.length() - tail.length())
                        : message)
                .strip();
    }
}
