package dev.berth.app.options;

import java.util.Locale;

/// What becomes of a start when a plugin jar cannot be taken.
public enum PluginErrors {
    FAIL,
    SKIP;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static PluginErrors of(String word) {
        return switch (word) {
            case "fail" -> FAIL;
            case "skip" -> SKIP;
            default ->
                    throw new IllegalArgumentException("must be fail or skip, was '" + word + "'");
        };
    }
}
