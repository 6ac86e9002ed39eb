package dev.berth.app.plugins;

/// How `berth plugins list` prints its answer.
public enum ListFormat {
    TABLE,
    JSON
}
