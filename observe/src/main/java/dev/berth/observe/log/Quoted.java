package dev.berth.observe.log;

/// Text between quotation marks, as Go quotes it or as JSON does.
final class Quoted {
    private Quoted() {}

    static void go(String text, StringBuilder out) {
        out.append('"');
        text.codePoints()
                .forEach(c -> {
                    switch (c) {
                        case '"' -> out.append("\\\"");
                        case '\\' -> out.append("\\\\");
                        case '\n' -> out.append("\\n");
                        case '\r' -> out.append("\\r");
                        case '\t' -> out.append("\\t");
                        case '\b' -> out.append("\\b");
                        case '\f' -> out.append("\\f");
                        case 0x07 -> out.append("\\a");
                        case 0x0b -> out.append("\\v");
                        default -> plain(c, out);
                    }
                });
        out.append('"');
    }

    private static void plain(int c, StringBuilder out) {
        if (c < ' ' || c == 0x7f) {
            out.append("\\x").append(Character.forDigit(c >> 4, 16));
            out.append(Character.forDigit(c & 0xf, 16));
        } else if (Character.isISOControl(c) || !Character.isDefined(c)) {
            out.append(c < 0x10000 ? "\\u%04x".formatted(c) : "\\U%08x".formatted(c));
        } else {
            out.appendCodePoint(c);
        }
    }

    static void json(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(Character.forDigit(c >> 4, 16));
                        out.append(Character.forDigit(c & 0xf, 16));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
