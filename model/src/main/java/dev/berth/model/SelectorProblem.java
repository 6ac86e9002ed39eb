package dev.berth.model;

import dev.berth.model.json.Json;

import java.util.LinkedHashSet;
import java.util.List;

/// A problem of an invalid selector.
///
/// @param path the path of the value, such as `matchExpressions[0].operator`
/// @param value the invalid value
/// @param supported the supported values, or empty if there is no fixed set of them
/// @param detail what a valid value looks like
public record SelectorProblem(String path, Json value, List<String> supported, String detail) {
    static SelectorProblem invalid(String path, String value, String detail) {
        return new SelectorProblem(path, Json.of(value), List.of(), detail);
    }

    // Parity: an empty list is shown as null, as the API server returns it.
    static SelectorProblem invalid(String path, List<String> values, String detail) {
        Json shown = values.isEmpty() ? Json.Null.NULL : Encoder.texts(values);
        return new SelectorProblem(path, shown, List.of(), detail);
    }

    static SelectorProblem unsupported(String path, String value, List<String> supported) {
        return new SelectorProblem(
                path,
                Json.of(value),
                supported,
                "supported values: \"" + String.join("\", \"", supported) + "\"");
    }

    public String text() {
        return path
                + (supported.isEmpty() ? ": Invalid value: " : ": Unsupported value: ")
                + value.text()
                + ": "
                + detail;
    }

    /// All problems in one line.
    public static String join(List<SelectorProblem> problems) {
        var texts = new LinkedHashSet<String>();
        problems.forEach(problem -> texts.add(problem.text()));
        return texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
    }
}
