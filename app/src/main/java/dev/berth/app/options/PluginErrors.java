package dev.berth.app.options;

import java.util.Locale;

/// What happens when a plugin cannot be loaded: the start fails, or the plugin is skipped.
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
