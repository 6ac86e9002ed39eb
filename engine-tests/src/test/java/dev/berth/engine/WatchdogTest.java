package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.robustness.FaultPoint;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Slow loop iterations are counted and logged with the slowest plugin.
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
        assertThat(rig.log)
                .containsExactly("Slow iteration of the scheduling loop ms=150 plugin=Slow");
    }

    /// Rejects pods, and takes its time at one extension point.
    private record SlowAt(FaultPoint slow, AtomicLong ticks)
            implements PreEnqueue, Filter, EnqueueExtensions, StateObserver, PreBind {
        private void called(FaultPoint at) {
            if (at == slow) {
                ticks.addAndGet(Duration.ofMillis(150).toNanos());
            }
        }

        @Override
        public Verdict preEnqueue(Pod pod) {
            called(FaultPoint.PRE_ENQUEUE);
            return Verdict.PASS;
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node ->
                    node.label("open").isPresent()
                            ? Verdict.PASS
                            : Reject.unschedulable("not open"));
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(
                    ClusterEvent.NODE,
                    ClusterEvent.UPDATE_NODE_LABEL,
                    (pod, change) -> {
                        called(FaultPoint.HINT);
                        return true;
                    });
        }

        @Override
        public void podPlaced(Pod pod, String node) {
            called(FaultPoint.OBSERVER);
        }

        @Override
        public void forgetAll() {}

        @Override
        public PreFlight preFlight(Placement placement) {
            called(FaultPoint.PRE_FLIGHT);
            return PreFlight.NEEDED;
        }

        @Override
        public Verdict preBind(Placement placement) {
            return Verdict.PASS;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PRE_ENQUEUE", "HINT", "OBSERVER", "PRE_FLIGHT"})
    void aPluginIsNamedThatIsSlowAgainOutsideTheSchedulingCycle(FaultPoint slow) {
        var ticks = new AtomicLong();
        Map<String, Plugin> plugins = Map.of("Slow", new SlowAt(slow, ticks));
        Rig rig = new Rig(plugins, builder -> builder.ticker(ticks::get));
        rig.nodes(node("n1")).pods(pod("web")).nodes(node("n1").label("open", "yes")).seconds(30);
        rig.nodes(node("n1")).pods(pod("api")).nodes(node("n1").label("open", "yes")).seconds(30);
        assertThat(rig.stats().slowIterations()).isGreaterThan(1);
        assertThat(rig.stats().slowestPlugin()).isEqualTo("Slow");
    }
}
