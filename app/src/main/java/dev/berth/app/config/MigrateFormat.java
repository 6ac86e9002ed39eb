package dev.berth.app.config;

/// How `berth config migrate` prints a configuration.
public enum MigrateFormat {
    YAML,
    JSON
}
