package dev.berth.app.config;

/// How `berth config show` prints the configuration.
public enum ShowFormat {
    TABLE,
    YAML,
    JSON
}
