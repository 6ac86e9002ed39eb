package dev.berth.sim.stage;

import java.util.regex.Pattern;

/// How a blank is written.
final class Placeholders {
    static final Pattern BLANK = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*}}");

    private Placeholders() {}
}
