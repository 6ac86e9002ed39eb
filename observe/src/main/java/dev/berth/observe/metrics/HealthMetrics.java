package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.STABLE;

/// The metrics of health checks.
public final class HealthMetrics {
    private final MetricFamily<Gauge> last;
    private final MetricFamily<Counter> all;

    public HealthMetrics(MetricRegistry registry) {
        last =
                registry.gauge(
                        "kubernetes_healthcheck",
                        STABLE,
                        "Last result of a health check: 1 if it passed, otherwise 0.",
                        "name",
                        "type");
        all =
                registry.sharedCounter(
                        "kubernetes_healthchecks_total",
                        STABLE,
                        "Health checks, by result.",
                        "name",
                        "type",
                        "status");
    }

    /// Records the result of a check.
    ///
    /// @param type the endpoint of the check, for example `livez`
    public void checked(String name, String type, boolean passed) {
        last.of(name, type).set(passed ? 1 : 0);
        all.of(name, type, passed ? "success" : "error").add(1);
    }
}
