package dev.berth.model;

/// Quotes text as Go's `%q` does, for messages that must equal kube-scheduler's.
public final class GoQuoted {
    private GoQuoted() {}

    public static String of(String text) {
        var out = new StringBuilder(text.length() + 2);
        append(text, out);
        return out.toString();
    }

    public static void append(String text, StringBuilder out) {
        out.append('"');
        text.codePoints().forEach(point -> append(point, out));
        out.append('"');
    }

    private static void append(int point, StringBuilder out) {
        switch (point) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case 0x07 -> out.append("\\a");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case 0x0b -> out.append("\\v");
            default -> {
                if (point < ' ' || point == 0x7f) {
                    out.append("\\x");
                    hex(point, 2, out);
                } else if (printable(point)) {
                    out.appendCodePoint(point);
                } else if (point < 0x10000) {
                    out.append("\\u");
                    hex(point, 4, out);
                } else {
                    out.append("\\U");
                    hex(point, 8, out);
                }
            }
        }
    }

    private static void hex(int point, int digits, StringBuilder out) {
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            out.append(Character.forDigit(point >> shift & 0xf, 16));
        }
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
}
