package dev.berth.app.decide;

/// How `berth decide` prints its answer.
public enum DecideFormat {
    TABLE,
    WIDE,
    JSON,
    YAML
}
