package dev.berth.observe.metrics;

import java.util.List;

/// The description of a metric.
///
/// @param deprecatedSince the version that deprecated the metric; empty if none did
record MetricDescription(
        String name,
        MetricType type,
        Stability stability,
        String help,
        List<String> labels,
        String deprecatedSince) {
    MetricDescription(
            String name, MetricType type, Stability stability, String help, String... labels) {
        this(name, type, stability, help, List.of(labels), "");
    }

    /// Returns the text of the `# HELP` line.
    String shown() {
        String deprecated =
                deprecatedSince.isEmpty()
                        ? ""
                        : "(Deprecated since %s) ".formatted(deprecatedSince);
        return stability.prefix() + deprecated + help;
    }
}
