package dev.berth.config;

import dev.berth.model.json.JsonPath;

import java.util.LinkedHashSet;
import java.util.List;

/// A configuration is invalid. The exception contains all problems.
public final class ConfigurationException extends RuntimeException {
    static final String STRICT = "strict decoding error: ";

    /// One problem and its path in the document.
    ///
    /// @param text the complete message, including the path
    public record Problem(JsonPath path, String text) {}

    private final List<Problem> problems;
    private final List<Problem> startProblems;

    /// @param startProblems the other problems, which occur only when a scheduler starts
    ConfigurationException(List<Problem> problems, List<Problem> startProblems) {
        super(message(problems));
        this.problems = List.copyOf(problems);
        this.startProblems = List.copyOf(startProblems);
    }

    /// Like kube-scheduler, reports all unknown and duplicate fields as one problem.
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

    /// The other problems that prevent the start of a scheduler, see [Configuration#startProblems].
    public List<Problem> startProblems() {
        return startProblems;
    }
}
