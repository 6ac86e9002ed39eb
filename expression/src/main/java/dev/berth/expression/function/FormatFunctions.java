package dev.berth.expression.function;

import dev.berth.expression.value.FormatValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.OptionalValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.Value;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The named formats of Kubernetes: `format.dns1123Label().validate("name")`.
final class FormatFunctions {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String LABEL_VALUE = "(" + NAME + ")?";
    private static final String UUID =
            "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$";
    private static final String TIME =
            "^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$";
    private static final String BASE_64 =
            "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$";
    private static final String LABEL_PROBLEM =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
                    + " and must start and end with an alphanumeric character";
    private static final String SUBDOMAIN_PROBLEM =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
                    + " or '.', and must start and end with an alphanumeric character";
    private static final String LABEL_1035_PROBLEM =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
                    + " an alphabetic character, and end with an alphanumeric character";
    private static final String NAME_PROBLEM =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                    + " an alphanumeric character";
    private static final String VALUE_PROBLEM =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_'"
                    + " or '.', and must start and end with an alphanumeric character";

    private static final Map<String, FormatValue> FORMATS = formats();

    private FormatFunctions() {}

    static void addTo(Library library) {
        FORMATS.forEach((name, format) -> library.variadic("format." + name, values -> format));
        library.unary(
                        "format-named",
                        name -> {
                            FormatValue format = FORMATS.get(((StringValue) name).value());
                            return format == null ? OptionalValue.NONE : OptionalValue.of(format);
                        })
                .binary("format-validate", FormatFunctions::validate);
    }

    private static Value validate(Value format, Value text) {
        List<String> problems = ((FormatValue) format).problems(((StringValue) text).value());
        return problems.isEmpty()
                ? OptionalValue.NONE
                : OptionalValue.of(ListValue.of(problems.stream().map(StringValue::new).toList()));
    }

    private static Map<String, FormatValue> formats() {
        var formats = new LinkedHashMap<String, FormatValue>();
        add(formats, "dns1123Label", "DNS1123Label", 30, FormatFunctions::label);
        add(formats, "dns1123Subdomain", "DNS1123Subdomain", 60, FormatFunctions::subdomain);
        add(formats, "dns1035Label", "DNS1035Label", 30, FormatFunctions::label1035);
        add(formats, "qualifiedName", "QualifiedName", 60, FormatFunctions::qualifiedName);
        add(
                formats,
                "dns1123LabelPrefix",
                "DNS1123LabelPrefix",
                30,
                prefix(FormatFunctions::label));
        add(
                formats,
                "dns1123SubdomainPrefix",
                "DNS1123SubdomainPrefix",
                60,
                prefix(FormatFunctions::subdomain));
        add(
                formats,
                "dns1035LabelPrefix",
                "DNS1035LabelPrefix",
                30,
                prefix(FormatFunctions::label1035));
        add(formats, "labelValue", "LabelValue", 40, FormatFunctions::labelValue);
        add(formats, "uri", "URI", 1103, FormatFunctions::uri);
        add(
                formats,
                "uuid",
                "uuid",
                UUID.length(),
                test(Pattern.compile(UUID).asPredicate(), "does not match the UUID format"));
        add(
                formats,
                "byte",
                "byte",
                84,
                test(Pattern.compile(BASE_64).asPredicate(), "invalid base64"));
        add(formats, "date", "date", TIME.length(), test(FormatFunctions::isDate, "invalid date"));
        add(
                formats,
                "datetime",
                "datetime",
                TIME.length(),
                test(FormatFunctions::isDateTime, "invalid datetime"));
        return formats;
    }

    private static void add(
            Map<String, FormatValue> formats,
            String function,
            String name,
            int regexSize,
            Function<String, List<String>> problems) {
        formats.put(function, new FormatValue(name, regexSize, problems));
    }

    private static Function<String, List<String>> test(Predicate<String> test, String problem) {
        return text -> test.test(text) ? List.of() : List.of(problem);
    }

    /// A prefix of a name can end with a hyphen.
    private static Function<String, List<String>> prefix(Function<String, List<String>> format) {
        return text ->
                format.apply(
                        text.length() > 1 && text.endsWith("-")
                                ? text.substring(0, text.length() - 2) + "a"
                                : text);
    }

    private static List<String> label(String text) {
        List<String> problems = tooLong(text, 63, "");
        if (!text.matches(LABEL)) {
            problems.add(
                    text.matches(SUBDOMAIN)
                            ? "must not contain dots"
                            : mismatch(LABEL_PROBLEM, LABEL, "my-name", "123-abc"));
        }
        return problems;
    }

    private static List<String> subdomain(String text) {
        List<String> problems = tooLong(text, 253, "");
        if (!text.matches(SUBDOMAIN)) {
            problems.add(mismatch(SUBDOMAIN_PROBLEM, SUBDOMAIN, "example.com"));
        }
        return problems;
    }

    private static List<String> label1035(String text) {
        List<String> problems = tooLong(text, 63, "");
        if (!text.matches(LABEL_1035)) {
            problems.add(mismatch(LABEL_1035_PROBLEM, LABEL_1035, "my-name", "abc-123"));
        }
        return problems;
    }

    private static List<String> labelValue(String text) {
        List<String> problems = tooLong(text, 63, "");
        if (!text.matches(LABEL_VALUE)) {
            problems.add(mismatch(VALUE_PROBLEM, LABEL_VALUE, "MyValue", "my_value", "12345"));
        }
        return problems;
    }

    private static List<String> qualifiedName(String text) {
        String[] parts = text.split("/", -1);
        String mismatch = mismatch(NAME_PROBLEM, NAME, "MyName", "my.name", "123-abc");
        if (parts.length > 2) {
            return List.of(
                    "a valid label key "
                            + mismatch
                            + " with an optional DNS subdomain prefix and '/' (e.g."
                            + " 'example.com/MyName')");
        }
        var problems = new ArrayList<String>();
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                problems.add("prefix part must be non-empty");
            } else {
                subdomain(parts[0]).forEach(problem -> problems.add("prefix part " + problem));
            }
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        }
        problems.addAll(tooLong(name, 63, "name part "));
        if (!name.matches(NAME)) {
            problems.add("name part " + mismatch);
        }
        return problems;
    }

    private static List<String> tooLong(String text, int length, String prefix) {
        var problems = new ArrayList<String>();
        if (text.getBytes(StandardCharsets.UTF_8).length > length) {
            problems.add(prefix + "must be no more than " + length + " bytes");
        }
        return problems;
    }

    private static String mismatch(String problem, String regex, String... examples) {
        return problem
                + " (e.g. '"
                + String.join("',  or '", examples)
                + "', regex used for validation is '"
                + regex
                + "')";
    }

    private static List<String> uri(String text) {
        String problem = NetworkFunctions.problem(text);
        return problem == null ? List.of() : List.of(problem);
    }

    private static boolean isDate(String text) {
        try {
            return text.matches("\\d{4}-\\d{2}-\\d{2}") && LocalDate.parse(text) != null;
        } catch (DateTimeException invalid) {
            return false;
        }
    }

    private static boolean isDateTime(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
        if (parts.length < 2 || !isDate(parts[0])) {
            return false;
        }
        Matcher time = Pattern.compile(TIME).matcher(parts[1]);
        return time.find()
                && time.group(1).compareTo("23") <= 0
                && time.group(2).compareTo("59") <= 0
                && time.group(3).compareTo("59") <= 0;
    }
}
