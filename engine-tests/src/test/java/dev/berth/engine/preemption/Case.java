package dev.berth.engine.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.testkit.PodBuilder;

/// A cluster, a pod that does not fit on any node, and the result of preemption in the notation of
/// [PreemptionReport#outcome].
record Case(String name, PreemptionReport cluster, PodBuilder preemptor, String outcome) {
    void check() {
        try (cluster) {
            assertThat(cluster.outcome(preemptor)).isEqualTo(outcome);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
