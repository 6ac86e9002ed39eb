package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// How `berth decide` prints its answer.
enum DecideFormat {
    TABLE,
    WIDE,
    JSON,
    YAML;

    static DecideFormat of(String word) {
        return switch (word) {
            case "table" -> TABLE;
            case "wide" -> WIDE;
            case "json" -> JSON;
            case "yaml" -> YAML;
            default ->
                    throw new TypeConversionException(
                            "'" + word + "' is none of table, wide, json and yaml");
        };
    }
}
