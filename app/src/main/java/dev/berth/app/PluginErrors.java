package dev.berth.app;

import java.util.Locale;

/// What becomes of a start when a plugin jar cannot be taken.
enum PluginErrors {
    FAIL,
    SKIP;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static PluginErrors of(String word) {
        return switch (word) {
            case "fail" -> FAIL;
            case "skip" -> SKIP;
            default ->
                    throw new IllegalArgumentException("'" + word + "' is neither fail nor skip");
        };
    }
}
