package dev.berth.app.cli;

import java.util.regex.Pattern;

/// Text that people copy into a shell.
public final class ShellQuoting {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private ShellQuoting() {}

    /// One word, whatever is in it.
    public static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
