package dev.berth.observe.metrics;

/// How far one may rely on a metric; stands at the beginning of its help.
public enum Stability {
    STABLE("[STABLE] "),
    BETA("[BETA] "),
    ALPHA("[ALPHA] "),
    /// Makes no promise and says nothing.
    NONE("");

    private final String prefix;

    Stability(String prefix) {
        this.prefix = prefix;
    }

    String prefix() {
        return prefix;
    }
}
