package dev.berth.config;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.model.GoDuration;
import dev.berth.model.Shown;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.Problems;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What is wrong with a configuration, collected in the words kube-scheduler uses for it.
final class Findings {
    private static final int LONGEST_VALUE = 300;

    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> malformed = new ArrayList<>();
    private final Map<JsonPath, String> unknown = new LinkedHashMap<>();

    void add(JsonPath path, String text) {
        problems.add(new Problem(path, text));
    }

    /// A value of the wrong type.
    void malformed(JsonPath path, String text) {
        malformed.add(new Problem(path, text));
    }

    /// @param shown how the path is written where the object is one inside another document
    void unknownField(JsonPath path, JsonPath shown) {
        unknown.put(path, "unknown field \"" + shown + "\"");
    }

    void invalid(JsonPath path, Object value, String problem) {
        add(path, path + ": Invalid value: " + shown(value) + ": " + problem);
    }

    void duplicate(JsonPath path, Object value) {
        add(path, path + ": Duplicate value: " + shown(value));
    }

    void required(JsonPath path, String problem) {
        add(path, path + ": Required value" + (problem.isEmpty() ? "" : ": " + problem));
    }

    void unsupported(JsonPath path, Object value, List<String> supported) {
        String choice =
                supported.stream().map(word -> shown(word)).collect(Collectors.joining(", "));
        add(path, path + ": Unsupported value: " + shown(value) + ": supported values: " + choice);
    }

    void forbidden(JsonPath path, String problem) {
        add(path, path + ": Forbidden: " + problem);
    }

    /// What is wrong with values, not with the form of what is written.
    List<Problem> values() {
        return List.copyOf(problems);
    }

    /// Takes over what is wrong with the values of a plugin's arguments.
    void values(Findings arguments) {
        problems.addAll(arguments.problems);
    }

    /// Takes over what is wrong with the form of a plugin's arguments.
    void decoding(String where, Findings arguments) {
        arguments.malformed.forEach(each -> malformed(each.path(), where + each.text()));
        if (!arguments.unknown.isEmpty()) {
            String strict = "strict decoding error: ";
            malformed(
                    arguments.unknown.keySet().iterator().next(),
                    strict
                            + where.replace(": decoding args", ": " + strict + "decoding args")
                            + strict
                            + String.join(", ", arguments.unknown.values()));
        }
    }

    /// For whoever cannot go on.
    ConfigurationException thrown() {
        throwIfAny();
        throw new IllegalStateException("there is no configuration, and nothing wrong with it");
    }

    /// @throws ConfigurationException if anything was found
    void throwIfAny() {
        var all = new ArrayList<>(malformed);
        all.addAll(problems);
        if (!unknown.isEmpty()) {
            all.add(
                    new Problem(
                            unknown.keySet().iterator().next(),
                            "strict decoding error: " + String.join(", ", unknown.values())));
        }
        if (!all.isEmpty()) {
            throw new ConfigurationException(all);
        }
    }

    /// For a plugin that checks its arguments, which stand at a path.
    Problems at(JsonPath base) {
        return new Problems() {
            @Override
            public void add(String path, Object value, String problem) {
                invalid(Paths.below(base, path), value, problem);
            }

            @Override
            public void required(String path, String problem) {
                Findings.this.required(Paths.below(base, path), problem);
            }

            @Override
            public void duplicate(String path, Object value) {
                Findings.this.duplicate(Paths.below(base, path), value);
            }

            @Override
            public void unsupported(String path, Object value, List<String> supported) {
                Findings.this.unsupported(Paths.below(base, path), value, supported);
            }

            @Override
            public void forbidden(String path, Object value, String problem) {
                Findings.this.forbidden(Paths.below(base, path), problem);
            }
        };
    }

    private static String shown(Object value) {
        return switch (value) {
            case String text -> Json.of(Shown.plain(text, LONGEST_VALUE)).text();
            case Duration time -> '"' + GoDuration.text(time) + '"';
            case Json json -> Shown.plain(json.text(), LONGEST_VALUE);
            default -> Shown.plain(value.toString(), LONGEST_VALUE);
        };
    }
}
