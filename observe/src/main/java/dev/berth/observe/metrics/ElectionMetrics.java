package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;

/// The metrics of leader election.
public final class ElectionMetrics {
    private final MetricFamily<Gauge> leading;
    private final MetricFamily<Counter> slow;

    public ElectionMetrics(MetricRegistry registry) {
        leading =
                registry.gauge(
                        "leader_election_master_status",
                        ALPHA,
                        "1 if this process is the leader of the named lease, otherwise 0.",
                        "name");
        slow =
                registry.sharedCounter(
                        "leader_election_slowpath_total",
                        ALPHA,
                        "Renewals of the lease that had to read it first.",
                        "name");
    }

    /// @param name the name of the lease
    public void leads(String name, boolean leads) {
        leading.of(name).set(leads ? 1 : 0);
    }

    public void slowPath(String name) {
        slow.of(name).add(1);
    }
}
