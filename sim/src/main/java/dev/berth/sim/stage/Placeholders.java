package dev.berth.sim.stage;

import java.util.regex.Pattern;

/// The syntax of placeholders.
final class Placeholders {
    static final Pattern BLANK = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*}}");

    private Placeholders() {}
}
