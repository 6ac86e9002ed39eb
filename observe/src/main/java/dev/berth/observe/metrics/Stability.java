package dev.berth.observe.metrics;

/// The stability level of a metric, which is the prefix of its help.
public enum Stability {
    STABLE("[STABLE] "),
    BETA("[BETA] "),
    ALPHA("[ALPHA] "),
    /// No stability level.
    NONE("");

    private final String prefix;

    Stability(String prefix) {
        this.prefix = prefix;
    }

    String prefix() {
        return prefix;
    }
}
