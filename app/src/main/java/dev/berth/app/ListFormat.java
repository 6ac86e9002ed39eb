package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// How a list is printed.
enum ListFormat {
    TABLE,
    JSON;

    static ListFormat of(String word) {
        return switch (word) {
            case "table" -> TABLE;
            case "json" -> JSON;
            default ->
                    throw new TypeConversionException("'" + word + "' is neither table nor json");
        };
    }
}
