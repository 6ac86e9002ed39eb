package dev.berth.app.cli;

/// How a command prints its answer: as text for people, or as one JSON document for programs.
public enum OutputFormat {
    TEXT,
    JSON
}
