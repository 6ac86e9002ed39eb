package dev.berth.app.client;

/// How the answer of a scheduler is printed.
public enum AnswerFormat {
    TEXT,
    JSON,
    YAML
}
