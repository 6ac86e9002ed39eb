package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// How a command prints its answer: for people, or one JSON document for programs.
enum OutputFormat {
    TEXT,
    JSON;

    static OutputFormat of(String word) {
        return switch (word) {
            case "text" -> TEXT;
            case "json" -> JSON;
            default -> throw new TypeConversionException("'" + word + "' is neither text nor json");
        };
    }
}
