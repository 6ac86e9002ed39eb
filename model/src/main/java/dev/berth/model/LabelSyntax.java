package dev.berth.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Validates the keys and values of labels, with the messages of the API server.
public final class LabelSyntax {
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "(" + NAME + ")?";
    private static final String DOMAIN =
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final Pattern NAME_PATTERN = Pattern.compile(NAME);
    private static final Pattern VALUE_PATTERN = Pattern.compile(VALUE);
    private static final Pattern DOMAIN_PATTERN = Pattern.compile(DOMAIN);
    private static final String NAME_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                    + " an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc',"
                    + " regex used for validation is '"
                    + NAME
                    + "')";
    private static final String VALUE_RULE =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_'"
                    + " or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'MyValue',  or 'my_value',  or '12345', regex used for validation is '"
                    + VALUE
                    + "')";
    private static final String DOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                    + " '-' or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'example.com', regex used for validation is '"
                    + DOMAIN
                    + "')";

    private LabelSyntax() {}

    /// The problems of a key; empty if the key is valid.
    public static List<String> ofKey(String key) {
        String[] parts = key.split("/", -1);
        if (parts.length > 2) {
            return List.of(
                    "a valid label key "
                            + NAME_RULE
                            + " with an optional DNS subdomain prefix and '/' (e.g."
                            + " 'example.com/MyName')");
        }
        var problems = new ArrayList<String>();
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                problems.add("prefix part must be non-empty");
            } else {
                if (bytes(parts[0]) > 253) {
                    problems.add("prefix part must be no more than 253 bytes");
                }
                if (!DOMAIN_PATTERN.matcher(parts[0]).matches()) {
                    problems.add("prefix part " + DOMAIN_RULE);
                }
            }
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (bytes(name) > 63) {
            problems.add("name part must be no more than 63 bytes");
        }
        if (!NAME_PATTERN.matcher(name).matches()) {
            problems.add("name part " + NAME_RULE);
        }
        return problems;
    }

    /// The problems of a value; empty if the value is valid.
    public static List<String> ofValue(String value) {
        var problems = new ArrayList<String>();
        if (bytes(value) > 63) {
            problems.add("must be no more than 63 bytes");
        }
        if (!VALUE_PATTERN.matcher(value).matches()) {
            problems.add(VALUE_RULE);
        }
        return problems;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
