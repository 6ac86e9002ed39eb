package dev.berth.answers;

import dev.berth.model.json.Json;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is generated from the records: TypeScript types, a JSON schema and tables of fields.
final class Contract {
    /// Whole documents, in the order of the reference page.
    static final List<Class<? extends Record>> DOCUMENTS =
            List.of(
                    OverviewAnswer.class,
                    ConfigurationAnswer.class,
                    NodesAnswer.class,
                    NodeAnswer.class,
                    PodsAnswer.class,
                    QueueAnswer.class,
                    DecisionsAnswer.class,
                    ExplainPodAnswer.class,
                    DryRunAnswer.class,
                    ExplainNodeAnswer.class,
                    WhyNotAnswer.class,
                    HistoryAnswer.class,
                    StatusAnswer.class,
                    NodesEvent.class,
                    DecisionsEvent.class,
                    HistorySecond.class,
                    HelpAnswer.class,
                    ExamplesAnswer.class,
                    ErrorAnswer.class);

    private Contract() {}

    /// Documents and their parts.
    static List<Class<?>> types() {
        Set<Class<?>> found = new LinkedHashSet<>(DOCUMENTS);
        DOCUMENTS.forEach(type -> parts(type, found));
        return List.copyOf(found);
    }

    private static void parts(Class<?> type, Set<Class<?>> found) {
        for (ValueFormat format : AnswerCodec.fields(type).values()) {
            part(format)
                    .ifPresent(part -> {
                        found.add(part);
                        parts(part, found);
                    });
        }
    }

    private static Optional<Class<?>> part(ValueFormat format) {
        return switch (format) {
            case ValueFormat.Part(var type) -> Optional.of(type);
            case ValueFormat.ListOf(var element) -> part(element);
            case ValueFormat.OptionalOf(var element) -> part(element);
            case ValueFormat.MapOf(var element) -> part(element);
            case ValueFormat.Text _,
                    ValueFormat.Truth _,
                    ValueFormat.Int _,
                    ValueFormat.LongNumber _,
                    ValueFormat.OptionalNumber _ ->
                    Optional.empty();
        };
    }

    static boolean optional(ValueFormat format) {
        return format instanceof ValueFormat.OptionalOf
                || format instanceof ValueFormat.OptionalNumber;
    }

    private static Doc doc(RecordComponent component) {
        return component.getAnnotation(Doc.class);
    }

    private static ValueFormat format(RecordComponent component) {
        return ValueFormat.of(component.getGenericType());
    }

    private static String quoted(Stream<String> texts, String between) {
        return texts.map(text -> "'" + text + "'").collect(Collectors.joining(between));
    }

    // TypeScript

    static String typeScript() {
        var ts =
                new StringBuilder(
                        """
                        /**
                         * The answers below /berth/v1, generated from the records of the module `answers`: do not edit.
                         * ContractFilesTest of that module says how to generate it again.
                         */

                        """);
        ts.append("/** Labels of columns and sections, the same as on the command line. */\n");
        ts.append("export const LABELS = {\n");
        for (Label label : Label.values()) {
            ts.append("    %s: '%s',\n".formatted(camel(label.name()), label.text()));
        }
        ts.append("} as const;\n\n");
        ts.append(
                "/** Scheduling states of pending pods, in the order in which they are shown."
                        + " */\n");
        constant(ts, "QUEUE_STATES", QueueState.labels());
        ts.append("export type QueueState = (typeof QUEUE_STATES)[number];\n\n");
        ts.append(
                "/** What happens to pods in each state, and what to say if there are none. */\n");
        ts.append(
                "export const QUEUE_STATE_TEXTS: Record<QueueState, { description: string; empty:"
                        + " string }> = {\n");
        for (QueueState state : QueueState.values()) {
            ts.append("    %s: {\n".formatted(state.label()));
            ts.append("        description: '%s',\n".formatted(state.description()));
            ts.append("        empty: '%s',\n    },\n".formatted(state.empty()));
        }
        ts.append("};\n\n");
        ts.append("/** Scheduling states of all pods. */\n");
        constant(ts, "STATES", List.of(doc(component(PodItem.class, "state")).oneOf()));
        ts.append("export type State = (typeof STATES)[number];\n\n");
        ts.append("/** The figures of one second, by the names of their columns. */\n");
        constant(
                ts,
                "HISTORY_COLUMNS",
                Stream.of(HistorySecond.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .filter(name -> !name.equals("atMillis"))
                        .toList());
        ts.append("export type HistoryColumn = (typeof HISTORY_COLUMNS)[number];\n");
        for (Class<?> type : types()) {
            ts.append("\nexport interface %s {\n".formatted(type.getSimpleName()));
            for (RecordComponent each : type.getRecordComponents()) {
                ts.append("    /** %s. */\n".formatted(sentence(doc(each).value())));
                ts.append(
                        "    %s%s: %s;\n"
                                .formatted(
                                        each.getName(),
                                        optional(format(each)) ? "?" : "",
                                        doc(each).oneOf().length > 0
                                                ? quoted(Stream.of(doc(each).oneOf()), " | ")
                                                : typeScript(format(each))));
            }
            ts.append("}\n");
        }
        return ts.toString();
    }

    private static void constant(StringBuilder ts, String name, List<String> values) {
        ts.append("export const %s = [\n".formatted(name));
        values.forEach(value -> ts.append("    '%s',\n".formatted(value)));
        ts.append("] as const;\n");
    }

    private static RecordComponent component(Class<?> type, String name) {
        return Stream.of(type.getRecordComponents())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String typeScript(ValueFormat format) {
        return switch (format) {
            case ValueFormat.Text _ -> "string";
            case ValueFormat.Truth _ -> "boolean";
            case ValueFormat.Int _, ValueFormat.LongNumber _, ValueFormat.OptionalNumber _ ->
                    "number";
            case ValueFormat.OptionalOf(var element) -> typeScript(element);
            case ValueFormat.ListOf(ValueFormat.OptionalNumber _) -> "(number | null)[]";
            case ValueFormat.ListOf(var element) -> typeScript(element) + "[]";
            case ValueFormat.MapOf(var element) ->
                    "Record<string, %s>".formatted(typeScript(element));
            case ValueFormat.Part(var type) -> type.getSimpleName();
        };
    }

    private static String camel(String constant) {
        var text = new StringBuilder();
        for (String word : constant.split("_")) {
            text.append(
                    text.isEmpty()
                            ? word.toLowerCase(Locale.ROOT)
                            : word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    private static String sentence(String phrase) {
        return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1);
    }

    // JSON schema

    static String schema() {
        var definitions = Json.Obj.builder();
        for (Class<?> type : types()) {
            definitions.put(type.getSimpleName(), schema(type));
        }
        return Json.Obj.builder()
                        .put("$schema", "https://json-schema.org/draft/2020-12/schema")
                        .put("title", "Answers below /berth/v1")
                        .put(
                                "description",
                                "Generated from the records of the module answers. Within v1,"
                                        + " fields and values are only added.")
                        .put("$defs", definitions.build())
                        .build()
                        .pretty()
                + "\n";
    }

    private static Json.Obj schema(Class<?> type) {
        var properties = Json.Obj.builder();
        var required = new ArrayList<Json>();
        for (RecordComponent each : type.getRecordComponents()) {
            Json.Obj property = schema(format(each)).with("description", doc(each).value());
            if (doc(each).oneOf().length > 0) {
                property =
                        property.with(
                                "enum",
                                new Json.Arr(
                                        Stream.of(doc(each).oneOf())
                                                .map(value -> (Json) Json.of(value))
                                                .toList()));
            }
            properties.put(each.getName(), property);
            if (!optional(format(each))) {
                required.add(Json.of(each.getName()));
            }
        }
        return Json.Obj.builder()
                .put("type", "object")
                .put("properties", properties.build())
                .put("required", new Json.Arr(required))
                .build();
    }

    private static Json.Obj schema(ValueFormat format) {
        return switch (format) {
            case ValueFormat.Text _ -> Json.Obj.of("type", Json.of("string"));
            case ValueFormat.Truth _ -> Json.Obj.of("type", Json.of("boolean"));
            case ValueFormat.Int _, ValueFormat.LongNumber _, ValueFormat.OptionalNumber _ ->
                    Json.Obj.of("type", Json.of("integer"));
            case ValueFormat.OptionalOf(var element) -> schema(element);
            case ValueFormat.ListOf(ValueFormat.OptionalNumber _) ->
                    Json.Obj.of("type", Json.of("array"))
                            .with(
                                    "items",
                                    Json.Obj.of(
                                            "type", Json.arr(Json.of("integer"), Json.of("null"))));
            case ValueFormat.ListOf(var element) ->
                    Json.Obj.of("type", Json.of("array")).with("items", schema(element));
            case ValueFormat.MapOf(var element) ->
                    Json.Obj.of("type", Json.of("object"))
                            .with("additionalProperties", schema(element));
            case ValueFormat.Part(var type) ->
                    Json.Obj.of("$ref", Json.of("#/$defs/" + type.getSimpleName()));
        };
    }

    // Tables of fields

    static String tables() {
        var text = new StringBuilder();
        for (Class<?> type : types()) {
            text.append("\n### %s\n\n".formatted(type.getSimpleName()));
            text.append("| field | type | meaning |\n|---|---|---|\n");
            for (RecordComponent each : type.getRecordComponents()) {
                text.append(
                        "| `%s` | %s%s | %s%s |\n"
                                .formatted(
                                        each.getName(),
                                        table(format(each)),
                                        optional(format(each)) ? ", optional" : "",
                                        doc(each).value(),
                                        values(doc(each).oneOf())));
            }
        }
        return text.append("\n").toString();
    }

    private static String values(String[] oneOf) {
        return oneOf.length == 0
                ? ""
                : ": "
                        + Stream.of(oneOf)
                                .map(value -> "`" + value + "`")
                                .collect(Collectors.joining(", "));
    }

    private static String table(ValueFormat format) {
        return switch (format) {
            case ValueFormat.Text _ -> "string";
            case ValueFormat.Truth _ -> "boolean";
            case ValueFormat.Int _, ValueFormat.LongNumber _, ValueFormat.OptionalNumber _ ->
                    "integer";
            case ValueFormat.OptionalOf(var element) -> table(element);
            case ValueFormat.ListOf(var element) -> "list of " + table(element);
            case ValueFormat.MapOf(var element) -> "map of " + table(element);
            case ValueFormat.Part(var type) ->
                    "[%s](#%s)"
                            .formatted(
                                    type.getSimpleName(),
                                    type.getSimpleName().toLowerCase(Locale.ROOT));
        };
    }
}
