package dev.berth.app;

import java.util.regex.Pattern;

/// Text that people copy into a shell.
final class ShellQuoting {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private ShellQuoting() {}

    /// One word, whatever is in it.
    static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
