package dev.berth.controlplane.store;

import dev.berth.model.json.Json;

import java.util.LinkedHashSet;
import java.util.List;

/// A validation error of one field (upstream: `field.Error`).
///
/// @param reason the reason of the cause in a `Status`
/// @param message the message without the path of the field
public record FieldError(String field, String reason, String message) {
    public static FieldError invalid(String field, Json value, String why) {
        return new FieldError(
                field,
                "FieldValueInvalid",
                "Invalid value: " + value.text() + (why.isEmpty() ? "" : ": " + why));
    }

    public static FieldError invalid(String field, String value, String why) {
        return invalid(field, Json.of(value), why);
    }

    public static FieldError required(String field, String why) {
        return new FieldError(
                field,
                "FieldValueRequired",
                why.isEmpty() ? "Required value" : "Required value: " + why);
    }

    public static FieldError forbidden(String field, String why) {
        return new FieldError(field, "FieldValueForbidden", "Forbidden: " + why);
    }

    public static FieldError duplicate(String field, Json value) {
        return new FieldError(field, "FieldValueDuplicate", "Duplicate value: " + value.text());
    }

    public static FieldError notFound(String field, String value) {
        return new FieldError(field, "FieldValueNotFound", "Not found: " + Json.of(value).text());
    }

    public static FieldError unsupported(String field, String value, List<String> supported) {
        var words = supported.stream().map(word -> Json.of(word).text()).toList();
        return new FieldError(
                field,
                "FieldValueNotSupported",
                "Unsupported value: "
                        + Json.of(value).text()
                        + ": supported values: "
                        + String.join(", ", words));
    }

    public static FieldError tooLong(String field, int max) {
        return new FieldError(
                field, "FieldValueTooLong", "Too long: may not be more than " + max + " bytes");
    }

    public String text() {
        return field + ": " + message;
    }

    StatusDetails.Cause cause() {
        return new StatusDetails.Cause(reason, message, field);
    }

    /// Joins several errors in one line, without duplicates.
    static String join(List<FieldError> problems) {
        var texts = new LinkedHashSet<String>();
        problems.forEach(problem -> texts.add(problem.text()));
        return texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
    }
}
