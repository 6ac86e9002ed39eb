package dev.berth.app.cli;

import java.util.regex.Pattern;

/// Quotes text that users copy into a shell.
public final class ShellQuoting {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private ShellQuoting() {}

    /// The text as one word of a shell.
    public static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
