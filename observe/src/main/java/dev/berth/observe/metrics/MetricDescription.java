package dev.berth.observe.metrics;

import java.util.List;

/// What a metric is.
///
/// @param deprecatedSince the version that announced its end; empty if none did
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

    /// The help as it is shown.
    String shown() {
        String deprecated =
                deprecatedSince.isEmpty()
                        ? ""
                        : "(Deprecated since %s) ".formatted(deprecatedSince);
        return stability.prefix() + deprecated + help;
    }
}
