package dev.berth.config;

import dev.berth.model.json.JsonPath;

import java.util.LinkedHashSet;
import java.util.List;

/// A configuration that cannot be used, with all that is wrong with it.
public final class ConfigurationException extends RuntimeException {
    static final String STRICT = "strict decoding error: ";

    /// One problem, and where in the document it is.
    ///
    /// @param text says it in full, path included
    public record Problem(JsonPath path, String text) {}

    private final List<Problem> problems;
    private final List<Problem> refusals;

    /// @param refusals what else is wrong, but only found out when a scheduler starts
    ConfigurationException(List<Problem> problems, List<Problem> refusals) {
        super(message(problems));
        this.problems = List.copyOf(problems);
        this.refusals = List.copyOf(refusals);
    }

    /// As kube-scheduler puts it: all that nobody asked for is one problem.
    private static String message(List<Problem> problems) {
        var texts = new LinkedHashSet<String>();
        var strict = new LinkedHashSet<String>();
        for (Problem problem : problems) {
            if (problem.text().startsWith(STRICT)) {
                strict.add(problem.text().substring(STRICT.length()));
            } else {
                texts.add(problem.text());
            }
        }
        if (!strict.isEmpty()) {
            texts.add(STRICT + String.join(", ", strict));
        }
        String all = String.join(", ", texts);
        return texts.size() == 1 ? all : "[" + all + "]";
    }

    public List<Problem> problems() {
        return problems;
    }

    /// What else would keep a scheduler from starting, see [Configuration#refusals].
    public List<Problem> refusals() {
        return refusals;
    }
}
