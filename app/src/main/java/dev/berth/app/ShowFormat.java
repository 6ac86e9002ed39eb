package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// How `berth config show` prints what is in force.
enum ShowFormat {
    TABLE,
    YAML,
    JSON;

    static ShowFormat of(String word) {
        return switch (word) {
            case "table" -> TABLE;
            case "yaml" -> YAML;
            case "json" -> JSON;
            default ->
                    throw new TypeConversionException(
                            "'" + word + "' is none of table, yaml and json");
        };
    }
}
