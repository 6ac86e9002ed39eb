package dev.berth.apiserver.table;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Cells that several kinds share.
final class TableCell {
    static final String NONE = "<none>";
    static final String UNSET = "<unset>";

    private static final Path NAME = Path.of("metadata", "name");
    private static final Path CREATED = Path.of("metadata", "creationTimestamp");
    private static final Path CONTAINERS = Path.of("spec", "template", "spec", "containers");

    private TableCell() {}

    static Json name(Json.Obj object) {
        return Json.of(NAME.text(object));
    }

    static Json age(Json.Obj object, Instant now) {
        return Json.of(HumanDuration.since(CREATED.text(object), now));
    }

    static Json text(String value) {
        return Json.of(value);
    }

    static String text(Json object, String... path) {
        return Path.of(path).text(object);
    }

    static String or(String value, String otherwise) {
        return value.isEmpty() ? otherwise : value;
    }

    static long number(Json object, String... path) {
        return Path.of(path).number(object, 0);
    }

    static boolean flag(Json object, String... path) {
        return Path.of(path).find(object).orElse(Json.Null.NULL) instanceof Json.Bool(var yes)
                && yes;
    }

    /// Formats a number or a string.
    static String any(Json object, String otherwise, String... path) {
        return Path.of(path)
                .find(object)
                .map(it -> it instanceof Json.Str(var value) ? value : it.text())
                .orElse(otherwise);
    }

    static int size(Json object, String... path) {
        return switch (Path.of(path).find(object).orElse(Json.Null.NULL)) {
            case Json.Obj(var fields) -> fields.size();
            case Json.Arr(var elements) -> elements.size();
            default -> 0;
        };
    }

    static boolean leaving(Json object) {
        return Path.of("metadata", "deletionTimestamp").in(object);
    }

    static String condition(Json object, String type) {
        for (Json condition : Path.of("status", "conditions").items(object)) {
            if (text(condition, "type").equals(type)) {
                return text(condition, "status");
            }
        }
        return "";
    }

    /// Returns the names and images of the containers of a template.
    static List<Json> containers(Json.Obj object) {
        List<Json> all = CONTAINERS.items(object);
        return List.of(Json.of(joined(all, "name")), Json.of(joined(all, "image")));
    }

    private static String joined(List<Json> containers, String field) {
        return containers.stream().map(it -> text(it, field)).collect(Collectors.joining(","));
    }

    /// Formats labels sorted by name: `a=b,c=d`.
    static String labels(Json.Obj labels) {
        if (labels.fields().isEmpty()) {
            return NONE;
        }
        Map<String, Json> sorted = new TreeMap<>(labels.fields());
        return sorted.entrySet().stream()
                .map(it -> it.getKey() + "=" + plain(it.getValue()))
                .collect(Collectors.joining(","));
    }

    /// Formats the labels and expressions of a selector: `a=b,c in (d,e),!f`.
    static String selector(Json.Obj object, String... path) {
        Json.Obj selector = Path.of(path).object(object);
        var parts = new ArrayList<String>();
        Json.Obj labels = Path.of("matchLabels").object(selector);
        if (!labels.fields().isEmpty()) {
            parts.add(labels(labels));
        }
        for (Json expression : Path.of("matchExpressions").items(selector)) {
            String key = text(expression, "key");
            String values =
                    Path.of("values").items(expression).stream()
                            .map(TableCell::plain)
                            .sorted()
                            .collect(Collectors.joining(","));
            switch (text(expression, "operator")) {
                case "In" -> parts.add(key + " in (" + values + ")");
                case "NotIn" -> parts.add(key + " notin (" + values + ")");
                case "Exists" -> parts.add(key);
                case "DoesNotExist" -> parts.add("!" + key);
                default -> {}
            }
        }
        return parts.isEmpty() ? NONE : String.join(",", parts);
    }

    private static String plain(Json value) {
        return value instanceof Json.Str(var text) ? text : value.text();
    }

    static List<Json> row(Object... cells) {
        var row = new ArrayList<Json>();
        for (Object cell : cells) {
            switch (cell) {
                case Json json -> row.add(json);
                case String text -> row.add(Json.of(text));
                case Long number -> row.add(Json.of(number));
                case Integer number -> row.add(Json.of(number));
                case Boolean yes -> row.add(Json.of(yes));
                case List<?> more -> row.addAll(row(more.toArray()));
                default -> throw new IllegalArgumentException("not a table cell: " + cell);
            }
        }
        return row;
    }
}
