package dev.berth.model;

/// Formats external text for a message of one line: shortened, and with control characters escaped.
public final class MessageText {
    private static final int MAX_LENGTH = 60;

    private MessageText() {}

    /// The text, shortened, with control and format characters escaped.
    public static String plain(String text) {
        return shortened(text, MAX_LENGTH);
    }

    /// The text, shortened to a length, with control and format characters escaped.
    public static String plain(String text, int length) {
        return shortened(text, length);
    }

    /// The text in double quotes, shortened, with quotes escaped too.
    public static String quoted(String text) {
        return '"' + shortened(text, MAX_LENGTH).replace("\"", "\\\"") + '"';
    }

    private static String shortened(String text, int length) {
        var shown = new StringBuilder();
        int at = 0;
        while (at < text.length() && at < length) {
            int c = text.codePointAt(at);
            append(shown, c);
            at += Character.charCount(c);
        }
        if (at < text.length()) {
            shown.append("...");
        }
        return shown.toString();
    }

    private static void append(StringBuilder shown, int c) {
        switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    shown.append(String.format("\\u%04x", c));
            default -> shown.appendCodePoint(c);
        }
    }
}
