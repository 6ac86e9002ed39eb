package dev.berth.engine.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.testkit.PodBuilder;

/// A cluster, a pod that fits nowhere in it, and what preemption comes to, as
/// [PreemptionReport#outcome] says it.
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
