package dev.berth.config;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.model.GoDuration;
import dev.berth.model.MessageText;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.Problems;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Collects the problems of a configuration, in kube-scheduler's wording.
final class ConfigurationProblems {
    private static final int MAX_VALUE = 300;

    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> malformed = new ArrayList<>();
    private final Map<JsonPath, String> unknown = new LinkedHashMap<>();

    void add(JsonPath path, String text) {
        problems.add(new Problem(path, text));
    }

    /// Adds a value of the wrong type.
    void malformed(JsonPath path, String text) {
        malformed.add(new Problem(path, text));
    }

    /// @param shown the path in the message, for an object inside another document
    void unknownField(JsonPath path, JsonPath shown) {
        unknown.put(path, "unknown field \"" + shown + "\"");
    }

    void invalid(JsonPath path, Object value, String problem) {
        Kind.INVALID.add(this, path, path.toString(), shown(value) + ": " + problem);
    }

    void duplicate(JsonPath path, Object value) {
        Kind.DUPLICATE.add(this, path, path.toString(), shown(value));
    }

    void required(JsonPath path, String problem) {
        Kind.REQUIRED.add(this, path, path.toString(), problem);
    }

    void unsupported(JsonPath path, Object value, List<String> supported) {
        Kind.UNSUPPORTED.add(this, path, path.toString(), choice(value, supported));
    }

    private static String choice(Object value, List<String> supported) {
        return shown(value)
                + ": supported values: "
                + supported.stream().map(word -> shown(word)).collect(Collectors.joining(", "));
    }

    /// The kinds of problems of a field (Kubernetes: `field.ErrorType`).
    private enum Kind {
        INVALID("Invalid value"),
        DUPLICATE("Duplicate value"),
        REQUIRED("Required value"),
        UNSUPPORTED("Unsupported value"),
        FORBIDDEN("Forbidden");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        void add(ConfigurationProblems findings, JsonPath path, String written, String detail) {
            findings.add(path, written + ": " + label + (detail.isEmpty() ? "" : ": " + detail));
        }
    }

    /// The problems of values, without the problems of decoding.
    List<Problem> values() {
        return List.copyOf(problems);
    }

    /// Adds the problems of the values in the arguments of a plugin.
    void values(ConfigurationProblems arguments) {
        problems.addAll(arguments.problems);
    }

    /// Adds the problems of decoding the arguments of a plugin.
    void decoding(String where, ConfigurationProblems arguments) {
        arguments.malformed.forEach(each -> malformed(each.path(), where + each.text()));
        String strictly =
                where.replace(
                        ": decoding args", ": " + ConfigurationException.STRICT + "decoding args");
        arguments.unknown.forEach(
                (path, text) -> unknown.put(path, strictly + ConfigurationException.STRICT + text));
    }

    /// The exception for callers that cannot continue.
    ConfigurationException thrown() {
        throwIfAny();
        throw new IllegalStateException(
                "the configuration was not read, but no problem was reported");
    }

    /// @throws ConfigurationException if there are problems
    void throwIfAny() {
        throwIfAny(List.of());
    }

    /// @param startProblems the problems to add to the exception
    /// @throws ConfigurationException if there are problems
    void throwIfAny(List<Problem> startProblems) {
        var all = new ArrayList<>(malformed);
        all.addAll(problems);
        unknown.forEach(
                (path, text) -> all.add(new Problem(path, ConfigurationException.STRICT + text)));
        if (!all.isEmpty()) {
            throw new ConfigurationException(all, startProblems);
        }
    }

    /// The problems of a plugin's arguments at a path.
    Problems at(JsonPath base) {
        return new Problems() {
            private void add(Kind kind, String path, String detail) {
                // Parity: a path can contain more than steps, such as `values[0][key]`.
                String written = base.steps().isEmpty() ? path : base + "." + path;
                kind.add(ConfigurationProblems.this, FieldPaths.below(base, path), written, detail);
            }

            @Override
            public void add(String path, Object value, String problem) {
                add(Kind.INVALID, path, shown(value) + ": " + problem);
            }

            @Override
            public void required(String path, String problem) {
                add(Kind.REQUIRED, path, problem);
            }

            @Override
            public void duplicate(String path, Object value) {
                add(Kind.DUPLICATE, path, shown(value));
            }

            @Override
            public void unsupported(String path, Object value, List<String> supported) {
                add(Kind.UNSUPPORTED, path, choice(value, supported));
            }

            @Override
            public void forbidden(String path, Object value, String problem) {
                add(Kind.FORBIDDEN, path, problem);
            }
        };
    }

    private static String shown(Object value) {
        return switch (value) {
            case String text -> Json.of(MessageText.plain(text, MAX_VALUE)).text();
            case Duration time -> '"' + GoDuration.text(time) + '"';
            case Json json -> MessageText.plain(json.text(), MAX_VALUE);
            case Record record -> shown(RecordWriter.json(record));
            case List<?> values when values.stream().allMatch(Record.class::isInstance) ->
                    shown(
                            new Json.Arr(
                                    values.stream()
                                            .<Json>map(each -> RecordWriter.json((Record) each))
                                            .toList()));
            default -> MessageText.plain(value.toString(), MAX_VALUE);
        };
    }
}
