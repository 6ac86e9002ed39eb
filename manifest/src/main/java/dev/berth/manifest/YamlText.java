package dev.berth.manifest;

import dev.berth.model.json.Json;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Formats JSON as YAML that YAML 1.1 and 1.2 readers interpret in the same way.
public final class YamlText {
    /// Text that needs no quotes: it starts with a letter and has no special characters, or is a
    /// duration.
    private static final Pattern PLAIN =
            Pattern.compile(
                    "[A-Za-z_][A-Za-z0-9_/.()-]*+(?: ?[A-Za-z0-9_/.()-]++)*+|(?:[0-9]++[hms])++");

    private static final Set<String> WORDS_THAT_ARE_VALUES =
            Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    private YamlText() {}

    /// One document, without the `---` line.
    public static String of(Json json) {
        var text = new StringBuilder();
        switch (json) {
            case Json.Obj(var fields) when !fields.isEmpty() -> fields(text, json, "");
            case Json.Arr(var elements) when !elements.isEmpty() -> elements(text, json, "");
            case Json other -> text.append(scalar(other)).append('\n');
        }
        return text.toString();
    }

    private static void fields(StringBuilder text, Json json, String indent) {
        boolean first = true;
        for (var field : ((Json.Obj) json).fields().entrySet()) {
            text.append(first ? "" : indent).append(quoted(field.getKey())).append(':');
            first = false;
            switch (field.getValue()) {
                case Json.Obj(var inner) when !inner.isEmpty() -> {
                    text.append('\n').append(indent).append("  ");
                    fields(text, field.getValue(), indent + "  ");
                }
                case Json.Arr(var inner) when !inner.isEmpty() -> {
                    text.append('\n').append(indent);
                    elements(text, field.getValue(), indent);
                }
                case Json other -> text.append(' ').append(scalar(other)).append('\n');
            }
        }
    }

    private static void elements(StringBuilder text, Json json, String indent) {
        boolean first = true;
        for (Json element : ((Json.Arr) json).elements()) {
            text.append(first ? "" : indent).append("- ");
            first = false;
            switch (element) {
                case Json.Obj(var inner) when !inner.isEmpty() ->
                        fields(text, element, indent + "  ");
                case Json.Arr(var inner) when !inner.isEmpty() ->
                        elements(text, element, indent + "  ");
                case Json other -> text.append(scalar(other)).append('\n');
            }
        }
    }

    private static String scalar(Json json) {
        return json instanceof Json.Str(var text) ? quoted(text) : json.text();
    }

    private static String quoted(String text) {
        return PLAIN.matcher(text).matches()
                        && !WORDS_THAT_ARE_VALUES.contains(text.toLowerCase(Locale.ROOT))
                ? text
                : Json.of(text).text();
    }
}
