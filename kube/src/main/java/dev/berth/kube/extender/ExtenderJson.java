package dev.berth.kube.extender;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The JSON of the extender protocol.
///
/// Fields have the names of the Go structs and are read case-insensitively. An absent value is
/// written as `null` and may be missing when read.
final class ExtenderJson {
    private ExtenderJson() {}

    static Json.Obj args(Extender.ExtenderArgs args, ExtenderSpec spec) {
        Json.Obj arguments = Json.Obj.of("Pod", bare(args.pod()));
        if (spec.nodeCacheCapable()) {
            return arguments.with("Nodes", Json.Null.NULL).with("NodeNames", texts(args.names()));
        }
        var items =
                new Json.Arr(args.nodes().values().stream().<Json>map(ExtenderJson::bare).toList());
        return arguments
                .with("Nodes", Json.Obj.of("metadata", Json.Obj.EMPTY).with("items", items))
                .with("NodeNames", Json.Null.NULL);
    }

    // Parity: ExtenderArgs embeds objects without kind and apiVersion.
    private static Json.Obj bare(Json.Obj object) {
        return object.without("kind").without("apiVersion");
    }

    private static Json texts(List<String> texts) {
        return new Json.Arr(texts.stream().<Json>map(Json.Str::new).toList());
    }

    /// @param byName whether to read `NodeNames` in preference to `Nodes`
    static Extender.Filtered filtered(Json.Obj answer, boolean byName) throws ExtenderException {
        throwOnError(answer);
        return new Extender.Filtered(
                passing(answer, byName),
                messages(answer, "FailedNodes"),
                messages(answer, "FailedAndUnresolvableNodes"));
    }

    private static List<String> passing(Json.Obj answer, boolean byName) throws ExtenderException {
        var passing = new ArrayList<String>();
        Optional<Json> names = byName ? given(answer, "NodeNames") : Optional.empty();
        if (names.isPresent()) {
            for (Json name : elements(names.get(), "NodeNames")) {
                passing.add(text(name, "NodeNames"));
            }
            return passing;
        }
        Optional<Json> nodes = given(answer, "Nodes");
        if (nodes.isPresent()) {
            Optional<Json> items = given(object(nodes.get(), "Nodes"), "items");
            for (Json node : elements(items.orElse(Json.Arr.EMPTY), "Nodes.items")) {
                Json.Obj metadata =
                        object(
                                given(object(node, "Nodes.items"), "metadata")
                                        .orElse(Json.Obj.EMPTY),
                                "Nodes.items.metadata");
                passing.add(
                        text(
                                given(metadata, "name").orElse(Json.Str.EMPTY),
                                "Nodes.items.metadata.name"));
            }
        }
        return passing;
    }

    private static Map<String, String> messages(Json.Obj answer, String field)
            throws ExtenderException {
        var messages = new LinkedHashMap<String, String>();
        Optional<Json> given = given(answer, field);
        if (given.isPresent()) {
            for (Map.Entry<String, Json> each : object(given.get(), field).fields().entrySet()) {
                messages.put(each.getKey(), text(each.getValue(), field));
            }
        }
        return messages;
    }

    static Map<String, Long> scores(Json answer) throws ExtenderException {
        var scores = new LinkedHashMap<String, Long>();
        if (answer instanceof Json.Null) {
            return scores;
        }
        for (Json each : elements(answer, "the answer")) {
            Json.Obj entry = object(each, "a score");
            // Parity: prioritizeNodes adds up several scores of one host.
            scores.merge(
                    text(given(entry, "Host").orElse(Json.Str.EMPTY), "Host"),
                    number(entry, "Score"),
                    Long::sum);
        }
        return scores;
    }

    static Json.Obj binding(Pod pod, String node) {
        return Json.Obj.of("PodName", new Json.Str(pod.name()))
                .with("PodNamespace", pod.namespace())
                .with("PodUID", pod.uid())
                .with("Node", node);
    }

    static Json.Obj proposal(Json.Obj pod, List<Extender.Evictions> proposed, ExtenderSpec spec) {
        var nodes = Json.Obj.builder();
        for (Extender.Evictions each : proposed) {
            List<Json> pods =
                    spec.nodeCacheCapable()
                            ? each.uids().stream()
                                    .<Json>map(uid -> Json.Obj.of("UID", new Json.Str(uid)))
                                    .toList()
                            : each.pods().stream().<Json>map(ExtenderJson::bare).toList();
            nodes.put(
                    each.node(),
                    Json.Obj.of("Pods", new Json.Arr(pods))
                            .with("NumPDBViolations", each.violations()));
        }
        Json.Obj arguments = Json.Obj.of("Pod", bare(pod));
        return spec.nodeCacheCapable()
                ? arguments
                        .with("NodeNameToVictims", Json.Null.NULL)
                        .with("NodeNameToMetaVictims", nodes.build())
                : arguments
                        .with("NodeNameToVictims", nodes.build())
                        .with("NodeNameToMetaVictims", Json.Null.NULL);
    }

    static List<Extender.Evictions> evictions(Json.Obj answer) throws ExtenderException {
        var evictions = new ArrayList<Extender.Evictions>();
        Json.Obj nodes =
                object(
                        given(answer, "NodeNameToMetaVictims").orElse(Json.Obj.EMPTY),
                        "NodeNameToMetaVictims");
        for (Map.Entry<String, Json> node : nodes.fields().entrySet()) {
            Json.Obj victims = object(node.getValue(), "NodeNameToMetaVictims");
            var uids = new ArrayList<String>();
            for (Json pod : elements(given(victims, "Pods").orElse(Json.Arr.EMPTY), "Pods")) {
                uids.add(text(given(object(pod, "Pods"), "UID").orElse(Json.Str.EMPTY), "UID"));
            }
            evictions.add(
                    new Extender.Evictions(
                            node.getKey(), uids, List.of(), number(victims, "NumPDBViolations")));
        }
        return evictions;
    }

    /// @throws ExtenderException with the error that the response contains
    static void throwOnError(Json.Obj answer) throws ExtenderException {
        String error = text(given(answer, "Error").orElse(Json.Str.EMPTY), "Error");
        if (!error.isEmpty()) {
            throw new ExtenderException(error);
        }
    }

    private static Optional<Json> given(Json.Obj object, String name) {
        for (Map.Entry<String, Json> field : object.fields().entrySet()) {
            if (field.getKey().equalsIgnoreCase(name) && !(field.getValue() instanceof Json.Null)) {
                return Optional.of(field.getValue());
            }
        }
        return Optional.empty();
    }

    private static Json.Obj object(Json value, String where) throws ExtenderException {
        return switch (value) {
            case Json.Obj object -> object;
            case Json.Null nothing -> Json.Obj.EMPTY;
            default -> throw wrong(value, where, "an object");
        };
    }

    private static List<Json> elements(Json value, String where) throws ExtenderException {
        if (value instanceof Json.Arr(var elements)) {
            return elements;
        }
        throw wrong(value, where, "a list");
    }

    private static String text(Json value, String where) throws ExtenderException {
        if (value instanceof Json.Str(String text)) {
            return text;
        }
        throw wrong(value, where, "a string");
    }

    private static long number(Json.Obj object, String name) throws ExtenderException {
        Json value = given(object, name).orElse(new Json.Num("0"));
        if (value instanceof Json.Num number && number.asLong().isPresent()) {
            return number.asLong().getAsLong();
        }
        throw wrong(value, name, "a whole number");
    }

    private static ExtenderException wrong(Json value, String where, String wanted) {
        String text = value.text();
        return new ExtenderException(
                "%s in the extender's response must be %s, not %s"
                        .formatted(
                                where,
                                wanted,
                                text.length() > 100 ? text.substring(0, 100) + "…" : text));
    }
}
