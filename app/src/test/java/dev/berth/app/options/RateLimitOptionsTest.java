package dev.berth.app.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.embedded.Engines;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.Log;
import dev.berth.sim.Actor;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.workload.GeneratedWorkloads;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The rate at which pods are tried, on virtual time.
class RateLimitOptionsTest {
    private static long boundAfter(RateLimitOptions rateLimit, Duration time) {
        var cluster = new VirtualCluster(1);
        WorkloadCreation.fill(
                cluster.cluster(), GeneratedWorkloads.mixed(1, 20, 200), Map.of(), Log.NONE);
        var configuration =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT).defaults();
        ClusterLink link = cluster.cluster().link();
        try (link;
                Engine engine =
                        rateLimit
                                .applied(Engines.of(configuration))
                                .api(link)
                                .clock(cluster.clock())
                                .executor(new StepThreads())
                                .seed(1)
                                .build()) {
            link.deliverTo(engine::post);
            cluster.join(() -> link.pump(Integer.MAX_VALUE));
            cluster.join(Actor.of(engine::runOnce, engine::dueNanos));
            cluster.advance(time);
            return engine.stats().scheduled();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "15, 20, 0, 20",
        "15, 20, 4, 80",
        "15,   , 4, 80",
        "  , 20, 4, 80",
        " 2,   , 4, 28",
        "  ,  1, 4, 61",
        "  ,   , 0, 200",
    })
    void eitherFlagTurnsItOnAndTheOtherHasItsUsualValue(
            @Nullable Float qps, @Nullable Integer burst, int seconds, long bound) {
        var rateLimit = RateLimitOptions.of(Optional.ofNullable(qps), Optional.ofNullable(burst));
        assertThat(boundAfter(rateLimit, Duration.ofSeconds(seconds))).isEqualTo(bound);
    }

    @Test
    void nothingThatCannotBeKeptIsTaken() {
        assertThat(RateLimitOptions.of(Optional.of(Float.NaN), Optional.of(-3)).problems())
                .containsExactly(
                        "--bind-pods-qps must be above 0, was NaN",
                        "--bind-pods-burst must be at least 1, was -3");
    }

    @Test
    void aRateThatIsTooLowNamesItsFlag() {
        assertThat(RateLimitOptions.of(Optional.of(1e-9f), Optional.empty()).problems())
                .containsExactly(
                        "--bind-pods-qps 1.0E-9 is too slow for a --bind-pods-burst of 20: filling"
                                + " the bucket would take more than 100 years");
    }
}
