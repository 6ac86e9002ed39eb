package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// What becomes of a start when a plugin jar cannot be taken.
enum PluginErrors {
    FAIL,
    SKIP;

    static PluginErrors of(String word) {
        return switch (word) {
            case "fail" -> FAIL;
            case "skip" -> SKIP;
            default -> throw new TypeConversionException("'" + word + "' is neither fail nor skip");
        };
    }
}
