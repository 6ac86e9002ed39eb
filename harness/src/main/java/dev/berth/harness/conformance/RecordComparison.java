package dev.berth.harness.conformance;

import static java.util.stream.Collectors.joining;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Null;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compares the records of two programs for one case by value. If filters fail on several nodes,
/// the message can be the error of any of them.
///
/// The order of keys does not matter, nor does the order of the nodes that rank equally first in a
/// preemption, nor does the order of the errors in a message that lists several. Of an error, only
/// outcome and message are compared. The reasons of NodeResourcesFit have a defined order only up
/// to the first extended resource.
public final class RecordComparison {
    private static final List<String> FIT_ORDER =
            List.of(
                    "Too many pods",
                    "Insufficient cpu",
                    "Insufficient memory",
                    "Insufficient ephemeral-storage");

    /// kube-scheduler v1.37.1 panics for a storage capacity with only a maximum volume size, for a
    /// claim with its class in an annotation, and if NodeResourcesBalancedAllocation counts the
    /// devices of a class with selectors.
    private static final Set<String> PANICS =
            Set.of(
                    panic("volumebinding.(*VolumeBinding).Score"),
                    panic("noderesources.(*resourceAllocationScorer).deviceMatchesClass"));

    /// A list of errors of filters, from nodes that kube-scheduler filters in parallel.
    private static final Pattern ERRORS = Pattern.compile("\\[(running \".*)\\]");

    private static final Pattern NEXT_ERROR = Pattern.compile(", (?=running \")");

    private RecordComparison() {}

    /// The first difference between the results of one case; empty if they are equal.
    public static Optional<Difference> of(List<Obj> expected, List<Obj> actual) {
        if (isPanic(expected)) {
            // Differs: Berth decides the case. The coverage counts such cases as errors.
            return Optional.empty();
        }
        if (expected.size() != actual.size()) {
            return differ("records", expected.size() + " records", actual.size() + " records");
        }
        for (int i = 0; i < expected.size(); i++) {
            Optional<Difference> found =
                    ofRecord(
                            "[" + i + "]",
                            withListsSorted(expected.get(i)),
                            withListsSorted(actual.get(i)));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> ofRecord(String path, Obj expected, Obj actual) {
        if (isError(expected) && isError(actual) && errors(expected).contains(message(actual))) {
            return Optional.empty();
        }
        List<String> first =
                isError(expected) || isError(actual)
                        ? List.of("outcome", "message")
                        : List.of("outcome", "preFilter", "nodes", "node", "best", "preemption");
        for (String field : first) {
            Optional<Difference> found = ofField(path, field, expected, actual);
            if (found.isPresent()) {
                return found;
            }
        }
        return isError(expected) ? Optional.empty() : ofValue(path, expected, actual);
    }

    private static String message(Obj reply) {
        return reply.textAt("message").orElse("");
    }

    /// The errors of the nodes. kube-scheduler filters nodes in parallel and reports any of them.
    private static Set<String> errors(Obj reply) {
        var errors = new HashSet<String>();
        if (reply.field("nodes").orElse(Null.NULL) instanceof Obj nodes) {
            for (Json node : nodes.fields().values()) {
                if (node.textAt("code").equals(Optional.of("Error"))
                        && node.at("reasons").orElse(Null.NULL) instanceof Arr(List<Json> reasons)
                        && reasons.size() == 1
                        && reasons.getFirst() instanceof Str(String reason)) {
                    errors.add(reason);
                }
            }
        }
        return errors;
    }

    private static String panic(String function) {
        return "panic in k8s.io/kubernetes/pkg/scheduler/framework/plugins/"
                + function
                + ": runtime error: invalid memory address or nil pointer dereference";
    }

    /// Whether a score ended the reference, which then has one record for the case.
    private static boolean isPanic(List<Obj> records) {
        return records.size() == 1
                && isError(records.getFirst())
                && records.getFirst().textAt("message").filter(PANICS::contains).isPresent();
    }

    static boolean isError(Obj reply) {
        return reply.textAt("outcome").equals(Optional.of("error"));
    }

    private static Optional<Difference> ofField(
            String path, String field, Obj expected, Obj actual) {
        String inner = path + "." + field;
        Optional<Json> one = expected.field(field);
        Optional<Json> other = actual.field(field);
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() && other.isEmpty()
                    ? Optional.empty()
                    : differ(
                            inner,
                            one.map(Json::text).orElse("nothing"),
                            other.map(Json::text).orElse("nothing"));
        }
        return ofValue(inner, one.get(), other.get());
    }

    private static Optional<Difference> ofValue(String path, Json expected, Json actual) {
        return switch (expected) {
            case Obj one when actual instanceof Obj other -> ofObjects(path, one, other);
            case Arr one when actual instanceof Arr other -> ofArrays(path, one, other);
            case Num one when actual instanceof Num other ->
                    one.decimal().compareTo(other.decimal()) == 0
                            ? Optional.empty()
                            : differ(path, one.literal(), other.literal());
            case Obj _, Arr _, Num _, Str _, Bool _, Null _ ->
                    expected.equals(actual)
                            ? Optional.empty()
                            : differ(path, expected.text(), actual.text());
        };
    }

    private static Optional<Difference> ofObjects(String path, Obj expected, Obj actual) {
        var names = new TreeSet<>(expected.fields().keySet());
        names.addAll(actual.fields().keySet());
        if (expected.textAt("plugin").equals(Optional.of("NodeResourcesFit"))
                && actual.textAt("plugin").equals(Optional.of("NodeResourcesFit"))) {
            return ofObjects(path, withTailSorted(expected), withTailSorted(actual), names);
        }
        return ofObjects(path, expected, actual, names);
    }

    private static Optional<Difference> ofObjects(
            String path, Obj expected, Obj actual, Iterable<String> names) {
        for (String name : names) {
            Optional<Difference> found = ofField(path, name, expected, actual);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> ofArrays(String path, Arr expected, Arr actual) {
        List<Json> one = expected.elements();
        List<Json> other = actual.elements();
        if (one.size() != other.size()) {
            return differ(path, expected.text(), actual.text());
        }
        for (int i = 0; i < one.size(); i++) {
            Optional<Difference> found = ofValue(path + "[" + i + "]", one.get(i), other.get(i));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// The record with all values in a defined order.
    static Obj ordered(Obj reply) {
        Obj ordered = withListsSorted(reply);
        if (ordered.field("nodes").orElse(Null.NULL) instanceof Obj nodes) {
            for (String name : nodes.fields().keySet()) {
                if (nodes.field(name).orElse(Null.NULL) instanceof Obj node
                        && node.textAt("plugin").equals(Optional.of("NodeResourcesFit"))) {
                    nodes = nodes.with(name, withTailSorted(node));
                }
            }
            ordered = ordered.with("nodes", nodes);
        }
        return ordered;
    }

    private static Obj withListsSorted(Obj reply) {
        Obj ordered = reply;
        if (reply.at("preemption", "picked").orElse(Null.NULL) instanceof Arr(List<Json> picked)) {
            ordered = ordered.withAt(List.of("preemption", "picked"), new Arr(sorted(picked)));
        }
        ordered = withErrorsSorted(ordered, List.of("message"));
        return withErrorsSorted(ordered, List.of("preemption", "message"));
    }

    private static Obj withErrorsSorted(Obj reply, List<String> path) {
        if (!(reply.at(path.toArray(String[]::new)).orElse(Null.NULL)
                instanceof Str(String text))) {
            return reply;
        }
        String ordered =
                ERRORS.matcher(text)
                        .replaceAll(list ->
                                Matcher.quoteReplacement(
                                        NEXT_ERROR
                                                .splitAsStream(list.group(1))
                                                .sorted()
                                                .collect(joining(", ", "[", "]"))));
        return reply.withAt(path, new Str(ordered));
    }

    private static List<Json> sorted(List<Json> texts) {
        return texts.stream().sorted(Comparator.comparing(Json::text)).toList();
    }

    private static Obj withTailSorted(Obj rejection) {
        if (!(rejection.field("reasons").orElse(Null.NULL) instanceof Arr(List<Json> reasons))) {
            return rejection;
        }
        int prefix = 0;
        while (prefix < reasons.size()
                && reasons.get(prefix) instanceof Str(String text)
                && FIT_ORDER.contains(text)) {
            prefix++;
        }
        var ordered = new ArrayList<>(reasons.subList(0, prefix));
        ordered.addAll(sorted(reasons.subList(prefix, reasons.size())));
        return rejection.with("reasons", new Arr(ordered));
    }

    private static Optional<Difference> differ(String path, String expected, String actual) {
        return Optional.of(new Difference(path, expected, actual));
    }
}
