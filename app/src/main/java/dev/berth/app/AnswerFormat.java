package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// How the answer of a scheduler is printed.
enum AnswerFormat {
    TEXT,
    JSON,
    YAML;

    static AnswerFormat of(String word) {
        return switch (word) {
            case "text" -> TEXT;
            case "json" -> JSON;
            case "yaml" -> YAML;
            default ->
                    throw new TypeConversionException(
                            "'" + word + "' is none of text, json and yaml");
        };
    }
}
