package dev.berth.config;

import dev.berth.model.json.JsonPath;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Parses the paths that plugins report.
final class FieldPaths {
    private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[([0-9]+)]|\\[[^]]*]");

    private FieldPaths() {}

    /// The path `resources[0].weight`, relative to another path. Only numbers in brackets are
    /// steps.
    static JsonPath below(JsonPath base, String path) {
        JsonPath whole = base;
        Matcher step = STEP.matcher(path);
        while (step.find()) {
            String name = step.group(1);
            String index = step.group(2);
            if (index != null) {
                whole = whole.element(Integer.parseInt(index));
            } else if (name != null) {
                whole = whole.field(name);
            }
        }
        return whole;
    }

    static JsonPath below(JsonPath base, JsonPath path) {
        return new JsonPath(Stream.concat(base.steps().stream(), path.steps().stream()).toList());
    }
}
