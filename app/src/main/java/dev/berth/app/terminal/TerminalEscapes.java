package dev.berth.app.terminal;

import dev.berth.model.MessageText;
import dev.berth.model.json.Json;

import java.util.LinkedHashMap;

/// Makes text from elsewhere harmless: what would move a cursor, change colours or turn the
/// direction of writing is shown as an escape and does nothing.
public final class TerminalEscapes {
    private TerminalEscapes() {}

    /// One line; its ends of lines are shown as escapes too.
    public static String text(String text) {
        return MessageText.plain(text, Integer.MAX_VALUE);
    }

    /// A whole answer, with every text and every name of a field in it.
    public static Json of(Json json) {
        return switch (json) {
            case Json.Str(var text) -> Json.of(text(text));
            case Json.Arr(var elements) ->
                    new Json.Arr(elements.stream().map(TerminalEscapes::of).toList());
            case Json.Obj(var fields) -> {
                var made = new LinkedHashMap<String, Json>();
                fields.forEach((name, value) -> made.put(text(name), of(value)));
                yield new Json.Obj(made);
            }
            case Json.Num _, Json.Bool _, Json.Null _ -> json;
        };
    }

    /// A document of JSON or YAML as it is printed, of the same meaning: outside of texts it has
    /// nothing that would need an escape.
    public static String document(String document) {
        var made = new StringBuilder(document.length());
        document.codePoints()
                .forEach(c -> {
                    String sign = Character.toString(c);
                    if (c == '\n' || text(sign).equals(sign)) {
                        made.append(sign);
                    } else {
                        for (char half : Character.toChars(c)) {
                            made.append(String.format("\\u%04x", (int) half));
                        }
                    }
                });
        return made.toString();
    }
}
