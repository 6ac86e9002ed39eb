package dev.berth.app.terminal;

import dev.berth.model.MessageText;
import dev.berth.model.json.Json;

import java.util.LinkedHashMap;

/// Escapes untrusted text, so that it cannot move the cursor, change colors or reverse the
/// direction of writing.
public final class TerminalEscapes {
    private TerminalEscapes() {}

    /// Escapes one line, including line ends.
    public static String text(String text) {
        return MessageText.plain(text, Integer.MAX_VALUE);
    }

    /// Escapes all texts and field names of a document.
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

    /// Escapes a JSON or YAML document without changing its meaning: only its texts need escapes.
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
