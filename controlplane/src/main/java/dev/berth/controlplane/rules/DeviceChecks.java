package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Validates the parts that several objects of dynamic resource allocation have. CEL expressions
/// are not compiled.
final class DeviceChecks {
    static final int MAX_ITEMS = 32;

    private static final Pattern DRIVER =
            Pattern.compile("(?i)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final String DRIVER_RULE =
            "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'Example.com', regex"
                    + " used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String IDENTIFIER_RULE =
            "a valid C identifier must start with alphabetic character or '_', followed by a string"
                + " of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',"
                + " regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

    private DeviceChecks() {}

    /// Adds an error if the list has too many elements; returns whether it has.
    static boolean tooMany(String field, int size, int max, FieldErrors out) {
        if (size > max) {
            out.add(
                    new FieldError(
                            field,
                            "FieldValueTooMany",
                            "Too many: %d: must have at most %d items".formatted(size, max)));
        }
        return size > max;
    }

    /// Validates that no element occurs twice.
    static void unique(String field, List<Json> elements, FieldErrors out) {
        Set<Json> seen = new HashSet<>();
        for (int i = 0; i < elements.size(); i++) {
            if (!seen.add(elements.get(i))) {
                out.add(FieldError.duplicate(field + "[" + i + "]", elements.get(i)));
            }
        }
    }

    /// Validates the name of a driver.
    static void driver(String field, String name, FieldErrors out) {
        if (name.isEmpty()) {
            out.required(field);
        } else {
            out.subdomain(field, name);
        }
    }

    /// Validates the name of a pool, which consists of subdomains.
    static void pool(String field, String name, FieldErrors out) {
        if (name.isEmpty()) {
            out.required(field);
            return;
        }
        for (String part : name.split("/", -1)) {
            out.subdomain(field, part);
        }
    }

    /// Validates selectors.
    static void selectors(String field, List<Json> selectors, FieldErrors out) {
        if (tooMany(field, selectors.size(), MAX_ITEMS, out)) {
            return;
        }
        for (int i = 0; i < selectors.size(); i++) {
            String at = field + "[" + i + "].cel";
            if (!Path.of("cel").in(selectors.get(i))) {
                out.required(at);
            }
        }
    }

    /// Validates configurations.
    static void configuration(String field, Json config, FieldErrors out) {
        String at = field + ".opaque";
        if (!Path.of("opaque").in(config)) {
            out.required(at);
            return;
        }
        if (!Path.of("opaque", "parameters").in(config)) {
            out.required(at + ".parameters");
        }
        String driver = Path.of("opaque", "driver").text(config);
        if (driver.isEmpty()) {
            out.required(at + ".driver");
        } else if (!DRIVER.matcher(driver).matches()) {
            out.invalid(at + ".driver", driver, DRIVER_RULE);
        }
    }

    static void taints(String field, List<Json> taints, FieldErrors out) {
        for (int i = 0; i < taints.size(); i++) {
            String at = field + "[" + i + "]";
            out.qualified(at + ".key", Path.of("key").text(taints.get(i)));
            labelValue(at + ".value", Path.of("value").text(taints.get(i)), out);
            String effect = Path.of("effect").text(taints.get(i));
            if (effect.isEmpty()) {
                out.required(at + ".effect");
            } else {
                effect(at + ".effect", effect, out);
            }
        }
    }

    static void tolerations(String field, List<Json> tolerations, FieldErrors out) {
        for (int i = 0; i < tolerations.size(); i++) {
            Json toleration = tolerations.get(i);
            String at = field + "[" + i + "]";
            String operator = Path.of("operator").text(toleration);
            String value = Path.of("value").text(toleration);
            if (operator.equals("Exists") && !value.isEmpty()) {
                out.invalid(at + ".value", value, "must be empty for operator `Exists`");
            } else if (operator.equals("Equal")) {
                labelValue(at + ".value", value, out);
            }
            String key = Path.of("key").text(toleration);
            if (!key.isEmpty()) {
                out.qualified(at + ".key", key);
            }
            String effect = Path.of("effect").text(toleration);
            if (!effect.isEmpty()) {
                effect(at + ".effect", effect, out);
            }
            if (!operator.isEmpty()) {
                out.oneOf(at + ".operator", operator, "Equal", "Exists");
            }
        }
    }

    private static void labelValue(String field, String value, FieldErrors out) {
        if (!value.isEmpty()) {
            out.labelValue(field, value);
        }
    }

    private static void effect(String field, String effect, FieldErrors out) {
        out.oneOf(field, effect, "NoExecute", "NoSchedule", "None");
    }

    /// Validates the name of an attribute or capacity: an identifier, optionally with a domain.
    static void qualifiedName(String field, String name, FieldErrors out) {
        String[] parts = name.split("/", 2);
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                out.required(field, "the domain must not be empty");
            } else {
                out.subdomain(field, parts[0]);
            }
        }
        String id = parts[parts.length - 1];
        if (id.isEmpty()) {
            out.required(field, "the name must not be empty");
        } else if (!IDENTIFIER.matcher(id).matches()) {
            out.invalid(field, id, IDENTIFIER_RULE);
        }
    }

    /// Validates the name of an attribute in a constraint, which must have a domain.
    static void fullyQualifiedName(String field, String name, FieldErrors out) {
        if (name.isEmpty()) {
            out.required(field, "name required");
        } else if (name.indexOf('/') < 0) {
            out.invalid(
                    field,
                    name,
                    "a fully qualified name must be a domain and a name separated by a slash");
        } else {
            qualifiedName(field, name, out);
        }
    }

    /// The fields that are set, as `` {`a`, `b`} ``.
    static String set(List<String> names) {
        var quoted = new ArrayList<String>();
        names.forEach(name -> quoted.add("`" + name + "`"));
        return "{" + String.join(", ", quoted) + "}";
    }
}
