package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.Filter;
import dev.berth.spi.Plugin;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Slow turns are counted, and the plugin that made them slow is named.
class WatchdogTest {
    @Test
    void aSlowPluginIsNamed() {
        var ticks = new AtomicLong();
        Filter slow =
                cycle ->
                        PreFilterResult.of(node -> {
                            ticks.addAndGet(Duration.ofMillis(150).toNanos());
                            return Verdict.PASS;
                        });
        Map<String, Plugin> plugins = Map.of("Slow", slow);
        Rig rig = new Rig(plugins, builder -> builder.ticker(ticks::get)).nodes(node("n1"));
        assertThat(rig.stats().slowIterations()).isZero();
        rig.pods(pod("web"));
        assertThat(rig.stats().slowIterations()).isEqualTo(1);
        assertThat(rig.stats().slowestPlugin()).isEqualTo("Slow");
        assertThat(rig.log).containsExactly("Slow loop iteration ms=150 plugin=Slow");
    }
}
