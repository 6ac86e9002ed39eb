package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.LabelSyntax;
import dev.berth.model.Quantity;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The errors that validation finds in an object, in the order in which the API server reports them
/// (upstream: `field.ErrorList`).
final class FieldErrors {
    private static final String NOT_NEGATIVE = "must be greater than or equal to 0";
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");
    private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
    private static final String LABEL_RULE =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
                    + " and must start and end with an alphanumeric character (e.g. 'my-name',  or"
                    + " '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
                    + " or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String KEY_RULE =
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g."
                    + " 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
                    + " '[-._a-zA-Z0-9]+')";
    private static final String PERCENT_RULE =
            "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',"
                    + "  or '93%', regex used for validation is '[0-9]+%')";

    private final List<FieldError> found = new ArrayList<>();

    List<FieldError> found() {
        return found;
    }

    void add(FieldError problem) {
        found.add(problem);
    }

    void required(String field) {
        required(field, "");
    }

    void required(String field, String why) {
        add(FieldError.required(field, why));
    }

    void forbidden(String field, String why) {
        add(FieldError.forbidden(field, why));
    }

    void invalid(String field, Json value, String why) {
        add(FieldError.invalid(field, value, why));
    }

    void invalid(String field, String value, String why) {
        invalid(field, Json.of(value), why);
    }

    private void invalid(String field, String value, List<String> complaints) {
        complaints.forEach(why -> invalid(field, value, why));
    }

    void duplicate(String field, String value) {
        add(FieldError.duplicate(field, Json.of(value)));
    }

    /// The value must be one of `words`, or empty.
    void oneOf(String field, String value, String... words) {
        if (!List.of(words).contains(value)) {
            add(FieldError.unsupported(field, value, List.of(words)));
        }
    }

    void label(String field, String value) {
        if (value.length() > 63) {
            invalid(field, value, "must be no more than 63 characters");
        }
        if (value.indexOf('.') >= 0 && SUBDOMAIN.matcher(value).matches()) {
            invalid(field, value, "must not contain dots");
        } else if (!LABEL.matcher(value).matches()) {
            invalid(field, value, LABEL_RULE);
        }
    }

    void subdomain(String field, String value) {
        if (value.length() > 253) {
            invalid(field, value, "must be no more than 253 characters");
        }
        if (!SUBDOMAIN.matcher(value).matches()) {
            invalid(field, value, SUBDOMAIN_RULE);
        }
    }

    void qualified(String field, String value) {
        invalid(field, value, LabelSyntax.ofKey(value));
    }

    void labelValue(String field, String value) {
        invalid(field, value, LabelSyntax.ofValue(value));
    }

    void configKey(String field, String key) {
        if (key.length() > 253) {
            invalid(field, key, "must be no more than 253 bytes");
        }
        if (!KEY.matcher(key).matches()) {
            invalid(field, key, KEY_RULE);
        } else if (key.equals(".") || key.equals("..")) {
            invalid(field, key, "must not be '" + key + "'");
        } else if (key.startsWith("..")) {
            invalid(field, key, "must not start with '..'");
        }
    }

    /// Validates the labels of a selector.
    void labels(String field, Json.Obj labels) {
        sorted(labels)
                .forEach(key -> {
                    qualified(field, key);
                    labelValue(field, Path.of(key).text(labels));
                });
    }

    static List<String> sorted(Json.Obj object) {
        return object.fields().keySet().stream().sorted().toList();
    }

    void notNegative(String field, Path path, Json object) {
        path.find(object)
                .ifPresent(value -> {
                    if (value instanceof Json.Num number && number.literal().startsWith("-")) {
                        invalid(field, value, NOT_NEGATIVE);
                    }
                });
    }

    void port(String field, long port) {
        if (port < 1 || port > 65_535) {
            invalid(field, Json.of(port), "must be between 1 and 65535, inclusive");
        }
    }

    /// Validates a number or a percentage.
    void share(String field, Json value) {
        switch (value) {
            case Json.Num number -> {
                if (number.literal().startsWith("-")) {
                    invalid(field, value, NOT_NEGATIVE);
                }
            }
            case Json.Str(var text) when !PERCENT.matcher(text).matches() ->
                    invalid(field, value, PERCENT_RULE);
            default -> {}
        }
    }

    void notMoreThanAll(String field, Json value) {
        if (value instanceof Json.Str(var text)
                && PERCENT.matcher(text).matches()
                && (text.length() > 4
                        || Integer.parseInt(text.substring(0, text.length() - 1)) > 100)) {
            invalid(field, value, "must not be greater than 100%");
        }
    }

    static boolean nothing(Optional<Json> share) {
        return share.isPresent()
                && (share.get().equals(Json.of(0))
                        || share.get() instanceof Json.Str(var text)
                                && !text.matches("0*[1-9][0-9]*%"));
    }

    /// Parses a quantity; 0 if it is not one.
    static Quantity quantity(Json value) {
        return value instanceof Json.Str(var text) ? Quantity.parse(text) : Quantity.parse("0");
    }

    /// Formats a selector as the API server's messages do.
    static Json.Obj shown(Json.Obj selector) {
        Json.Obj shown = Json.Obj.EMPTY;
        Json.Obj labels = Path.of("matchLabels").object(selector);
        if (!labels.fields().isEmpty()) {
            shown = shown.with("matchLabels", PodTemplateRules.sorted(labels));
        }
        var expressions = new ArrayList<Json>();
        for (Json expression : Path.of("matchExpressions").items(selector)) {
            Json.Obj ordered = Json.Obj.EMPTY;
            for (String name : List.of("key", "operator", "values")) {
                Json value = Path.of(name).find(expression).orElse(null);
                ordered = value == null ? ordered : ordered.with(name, value);
            }
            expressions.add(ordered);
        }
        return expressions.isEmpty()
                ? shown
                : shown.with("matchExpressions", new Json.Arr(expressions));
    }

    void selector(String field, Json.Obj selector) {
        labels(field + ".matchLabels", Path.of("matchLabels").object(selector));
        List<Json> expressions = Path.of("matchExpressions").items(selector);
        for (int i = 0; i < expressions.size(); i++) {
            expression(field + ".matchExpressions[" + i + "]", expressions.get(i));
        }
    }

    private void expression(String field, Json expression) {
        List<Json> values = Path.of("values").items(expression);
        String operator = Path.of("operator").text(expression);
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    required(
                            field + ".values",
                            "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    forbidden(
                            field + ".values",
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> invalid(field + ".operator", operator, "not a valid selector operator");
        }
        qualified(field + ".key", Path.of("key").text(expression));
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof Json.Str(var text)) {
                labelValue(field + ".values[" + i + "]", text);
            }
        }
    }

    /// A field whose value the API server does not show, because its declarative validation finds
    /// the change.
    void unchanged(String field, Path path, Json before, Json after) {
        if (!path.find(before).equals(path.find(after))) {
            invalid(field, Json.Null.NULL, "field is immutable");
        }
    }

    void immutable(String field, Json before, Json after) {
        if (!before.equals(after)) {
            invalid(field, after, "field is immutable");
        }
    }

    void immutable(String field, Path path, Json before, Json after) {
        immutable(
                field,
                path.find(before).orElse(Json.Null.NULL),
                path.find(after).orElse(Json.Null.NULL));
    }
}
