package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// How `berth config migrate` prints a configuration.
enum MigrateFormat {
    YAML,
    JSON;

    static MigrateFormat of(String word) {
        return switch (word) {
            case "yaml" -> YAML;
            case "json" -> JSON;
            default -> throw new TypeConversionException("'" + word + "' is neither yaml nor json");
        };
    }
}
