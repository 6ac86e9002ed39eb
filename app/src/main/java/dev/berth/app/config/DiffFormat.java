package dev.berth.app.config;

/// How `berth config diff-version` prints its report.
public enum DiffFormat {
    TABLE,
    JSON
}
