package dev.berth.config;

import dev.berth.model.json.JsonPath;

import java.util.List;

/// A configuration that cannot be used, with all that is wrong with it.
public final class ConfigurationException extends RuntimeException {
    /// One problem, and where in the document it is.
    ///
    /// @param text says it in full, path included
    public record Problem(JsonPath path, String text) {}

    private final List<Problem> problems;

    ConfigurationException(List<Problem> problems) {
        super(message(problems));
        this.problems = List.copyOf(problems);
    }

    private static String message(List<Problem> problems) {
        List<String> texts = problems.stream().map(Problem::text).distinct().toList();
        return texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
    }

    public List<Problem> problems() {
        return problems;
    }
}
