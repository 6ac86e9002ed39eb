package dev.berth.config;

import dev.berth.model.json.JsonPath;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Paths from the words of those who check.
final class Paths {
    private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[([0-9]+)]");

    private Paths() {}

    /// `resources[0].weight`, seen from another path.
    static JsonPath below(JsonPath base, String path) {
        JsonPath whole = base;
        Matcher step = STEP.matcher(path);
        while (step.find()) {
            String index = step.group(2);
            whole =
                    index != null
                            ? whole.element(Integer.parseInt(index))
                            : whole.field(step.group());
        }
        return whole;
    }

    static JsonPath below(JsonPath base, JsonPath path) {
        return new JsonPath(Stream.concat(base.steps().stream(), path.steps().stream()).toList());
    }
}
