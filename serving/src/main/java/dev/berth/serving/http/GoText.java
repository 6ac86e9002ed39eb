package dev.berth.serving.http;

/// Text as programs in Go write it.
public final class GoText {
    private GoText() {}

    /// In double quotes, as `%q`.
    public static String quoted(String text) {
        var out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints()
                .forEach(point -> {
                    switch (point) {
                        case '"' -> out.append("\\\"");
                        case '\\' -> out.append("\\\\");
                        case '\n' -> out.append("\\n");
                        case '\r' -> out.append("\\r");
                        case '\t' -> out.append("\\t");
                        case 7 -> out.append("\\a");
                        case '\b' -> out.append("\\b");
                        case '\f' -> out.append("\\f");
                        case 11 -> out.append("\\v");
                        default -> {
                            if (point < 0x20 || point == 0x7f) {
                                out.append("\\x%02x".formatted(point));
                            } else if (printable(point)) {
                                out.appendCodePoint(point);
                            } else {
                                out.append(
                                        (point < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(point));
                            }
                        }
                    }
                });
        return out.append('"').toString();
    }

    private static boolean printable(int point) {
        return point == ' '
                || switch (Character.getType(point)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.SPACE_SEPARATOR ->
                            false;
                    default -> true;
                };
    }

    /// JSON in which nothing can be taken for HTML.
    public static String escaped(String json) {
        return json.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e");
    }
}
