package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;

/// Who leads.
public final class ElectionMetrics {
    private final MetricFamily<Gauge> leading;
    private final MetricFamily<Counter> slow;

    public ElectionMetrics(MetricRegistry registry) {
        leading =
                registry.gauge(
                        "leader_election_master_status",
                        ALPHA,
                        "1 if this process leads under the name, 0 if another does.",
                        "name");
        slow =
                registry.sharedCounter(
                        "leader_election_slowpath_total",
                        ALPHA,
                        "How often the lease had to be read before it was renewed.",
                        "name");
    }

    /// @param name of the lease
    public void leads(String name, boolean leads) {
        leading.of(name).set(leads ? 1 : 0);
    }

    public void slowPath(String name) {
        slow.of(name).add(1);
    }
}
