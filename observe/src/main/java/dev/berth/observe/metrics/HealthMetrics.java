package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.STABLE;

/// Results of health checks.
public final class HealthMetrics {
    private final MetricFamily<Gauge> last;
    private final MetricFamily<Counter> all;

    public HealthMetrics(MetricRegistry registry) {
        last =
                registry.gauge(
                        "kubernetes_healthcheck",
                        STABLE,
                        "Whether a check passed when it was made last.",
                        "name",
                        "type");
        all =
                registry.sharedCounter(
                        "kubernetes_healthchecks_total",
                        STABLE,
                        "Checks that were made, by how they ended.",
                        "name",
                        "type",
                        "status");
    }

    /// A check was made.
    ///
    /// @param type the address it belongs to, such as `livez`
    public void checked(String name, String type, boolean passed) {
        last.of(name, type).set(passed ? 1 : 0);
        all.of(name, type, passed ? "success" : "error").add(1);
    }
}
