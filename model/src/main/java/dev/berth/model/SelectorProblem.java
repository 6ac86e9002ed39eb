package dev.berth.model;

import dev.berth.model.json.Json;

import java.util.LinkedHashSet;
import java.util.List;

/// Something in a selector that cannot be read.
///
/// @param path where, such as `matchExpressions[0].operator`
/// @param value what stands there, as JSON
/// @param unsupported one of a few words was expected; else the value as such is wrong
/// @param detail what would be right
public record SelectorProblem(String path, String value, boolean unsupported, String detail) {
    static SelectorProblem invalid(String path, String value, String detail) {
        return new SelectorProblem(path, Json.of(value).text(), false, detail);
    }

    // Parity: an empty list is shown as null, which is how the API server hands it out.
    static SelectorProblem invalid(String path, List<String> values, String detail) {
        String shown = values.isEmpty() ? "null" : Encoder.texts(values).text();
        return new SelectorProblem(path, shown, false, detail);
    }

    static SelectorProblem unsupported(String path, String value, List<String> known) {
        return new SelectorProblem(
                path,
                Json.of(value).text(),
                true,
                "supported values: \"" + String.join("\", \"", known) + "\"");
    }

    public String text() {
        return path
                + (unsupported ? ": Unsupported value: " : ": Invalid value: ")
                + value
                + ": "
                + detail;
    }

    /// Several problems in one line.
    static String join(List<SelectorProblem> problems) {
        var texts = new LinkedHashSet<String>();
        problems.forEach(problem -> texts.add(problem.text()));
        return texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
    }
}
