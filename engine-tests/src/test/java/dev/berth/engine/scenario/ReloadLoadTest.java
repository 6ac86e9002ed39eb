package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.engine.view.EngineStats;
import dev.berth.model.Pod;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// Reloads the configuration again and again while pods are created, gated, rejected, waiting on
/// Permit, and bound.
class ReloadLoadTest {
    private static final int RELOADS = 1_000;
    private static final int MEASURED_FIRST = 100;
    private static final int PODS_A_ROUND = 6;

    private final List<WeakReference<Plugin>> plugins = new ArrayList<>();
    private final List<CompletableFuture<ReloadOutcome>> outcomes = new ArrayList<>();
    private int closed;

    /// Lets pods with `wait` in their name wait on Permit for a few seconds.
    private final class Waiting implements Permit {
        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return cycle.pod().name().contains("wait")
                    ? new PermitVerdict.Wait(Duration.ofSeconds(3), List.of("waits"))
                    : PermitVerdict.ALLOW;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    /// Gates pods with `gate` in their name.
    private static final class Gate implements PreEnqueue {
        @Override
        public Verdict preEnqueue(Pod pod) {
            return pod.name().contains("gate") ? Reject.unschedulable("closed") : Verdict.PASS;
        }
    }

    /// One of four configurations, in turn.
    private ProfileSpec profile(int round) {
        ProfileSpec profile =
                switch (round % 4) {
                    case 0 -> Profiles.with("Waiting", new Waiting());
                    case 1 -> Profiles.with("Gate", new Gate());
                    case 2 -> Profiles.with(Map.of("Waiting", new Waiting()), 50);
                    default -> Profiles.inTree();
                };
        return recorded(profile);
    }

    private ProfileSpec recorded(ProfileSpec profile) {
        var makers = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        profile.makers()
                .forEach((name, maker) ->
                        makers.put(
                                name,
                                context -> {
                                    Plugin plugin = maker.apply(context);
                                    plugins.add(new WeakReference<>(plugin));
                                    return plugin;
                                }));
        return profile.with(makers);
    }

    @Test
    void aThousandReloadsUnderLoadLoseNoPodAndLeakNoPlugin() {
        try (Scenario cluster = Scenario.of(Profiles.inTree(), 3)) {
            for (int i = 0; i < 20; i++) {
                cluster.nodes(node("node-" + i).cpu("64").pods(1_000));
            }
            cluster.untilQuiet();
            int livePlugins = 0;
            for (int round = 0; round < RELOADS; round++) {
                round(cluster, round);
                if (round == MEASURED_FIRST) {
                    livePlugins = live();
                }
            }
            int livePluginsAtEnd = live();
            outcomes.add(cluster.reload(Profiles.inTree()));
            for (int i = 0; i < 30; i++) {
                cluster.advance(Duration.ofSeconds(1)).untilQuiet();
            }

            assertThat(outcomes)
                    .hasSize(RELOADS + 1)
                    .allSatisfy(each ->
                            assertThat(each.join()).isInstanceOf(ReloadOutcome.InForce.class));
            EngineStats stats = cluster.stats();
            for (int round = 0; round < RELOADS; round++) {
                cluster.expectScheduled("plain-" + round, "wait2-" + round, "gate-" + round);
            }
            // The API server refuses to bind a pod twice, which would count as an error.
            assertThat(stats.scheduled()).isEqualTo((long) RELOADS * PODS_A_ROUND);
            assertThat(stats.errors()).isZero();
            assertThat(stats.repairs()).isZero();
            cluster.expectAtRest();
            assertThat(closed).isEqualTo(RELOADS / 2);
            System.gc();
            assertThat(livePlugins).isPositive();
            assertThat(livePluginsAtEnd).isLessThanOrEqualTo(livePlugins + 40);
            assertThat(live()).isZero();
        }
    }

    private void round(Scenario cluster, int round) {
        create(cluster, round, "plain", "wait", "gate");
        outcomes.add(cluster.reload(profile(round)));
        create(cluster, round, "more", "wait2", "gate2");
        if (round % 3 == 0) {
            cluster.untilQuiet();
        }
        if (round % 5 == 0) {
            cluster.advance(Duration.ofSeconds(1));
        }
    }

    private static void create(Scenario cluster, int round, String... names) {
        for (String name : names) {
            cluster.create(
                    pod(name + "-" + round)
                            .cpu("10m")
                            .label("app", "app-" + round % 5)
                            .ratherAway(1, term("kubernetes.io/hostname").of("app", "app-1")));
        }
    }

    /// The number of plugins that have not been collected.
    private int live() {
        System.gc();
        plugins.removeIf(each -> each.get() == null);
        return plugins.size();
    }
}
