package dev.berth.plugins.noderesources;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Node;
import dev.berth.spi.DependsOn;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A node whose devices provide an extended resource has the same scores as a node that lists the
/// resource.
class DeviceScoresTest {
    private static final String GPU = "example.com/gpu";
    private static final List<ResourceWeight> RESOURCES =
            List.of(
                    new ResourceWeight("cpu", 1),
                    new ResourceWeight("memory", 1),
                    new ResourceWeight(GPU, 1));

    private static final NodeDevices.Source ALL_GPUS =
            new NodeDevices.Source() {
                @Override
                public boolean provides(String resource) {
                    return resource.equals(GPU);
                }

                @Override
                public NodeDevices.Count count(Node node, String resource) {
                    return node.name().equals("devices")
                            ? new NodeDevices.Count(8, 3)
                            : NodeDevices.Count.NONE;
                }

                @Override
                public long revision() {
                    return 0;
                }
            };

    private final NodeDevices devices = new NodeDevices();

    DeviceScoresTest() {
        devices.countBy(ALL_GPUS);
    }

    private static PluginTester tester(Score plugin) {
        Score alone = (cycle, feasible) -> plugin.scorerFor(cycle, feasible);
        return PluginTester.of(alone)
                .nodes(
                        node("listed").cpu("3500m").memory("40000").resource(GPU, "8"),
                        node("devices").cpu("3500m").memory("40000"),
                        node("none").cpu("3500m").memory("40000"))
                .running(
                        pod("a").cpu("3").memory("5000").request(GPU, "3").on("listed"),
                        pod("b").cpu("3").memory("5000").on("devices"),
                        pod("c").cpu("3").memory("5000").on("none"));
    }

    @Test
    void theBalanceCountsDevices() {
        tester(new NodeResourcesBalancedAllocation(new BalanceArgs(RESOURCES), devices))
                .schedule(pod("p").cpu("0").memory("0").request(GPU, "5"))
                .scores("listed", 71)
                .scores("devices", 71)
                .scores("none", 75);
    }

    @Test
    void theUtilizationCountsDevices() {
        var strategy =
                new ScoringStrategy(
                        ScoringStrategy.Type.LEAST_ALLOCATED, RESOURCES, Optional.empty());
        var args = new FitArgs(List.of(), List.of(), strategy);
        tester(new NodeResourcesFit(args, devices))
                .schedule(pod("p").cpu("0").memory("0").request(GPU, "5"))
                .scores("listed", 33)
                .scores("devices", 33)
                .scores("none", 50);
    }

    static List<Function<NodeDevices, Score>> plugins() {
        var strategy =
                new ScoringStrategy(
                        ScoringStrategy.Type.LEAST_ALLOCATED, RESOURCES, Optional.empty());
        return List.of(
                devices -> new NodeResourcesBalancedAllocation(new BalanceArgs(RESOURCES), devices),
                devices ->
                        new NodeResourcesFit(new FitArgs(List.of(), List.of(), strategy), devices));
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void aScoreWithoutDevicesIsValidUntilDevicesProvideTheResource(
            Function<NodeDevices, Score> plugin) {
        var noDevicesYet = new NodeDevices();
        var scorers = new ArrayList<NodeScorer>();
        Score made = plugin.apply(noDevicesYet);
        Score recorded =
                (cycle, feasible) -> {
                    PreScoreResult result = made.scorerFor(cycle, feasible);
                    scorers.add(((PreScoreResult.Run) result).scorer());
                    return result;
                };
        PluginTester.of(recorded)
                .nodes(node("none").cpu("3500m").memory("40000"))
                .schedule(pod("p").cpu("1").request(GPU, "1"));
        DependsOn dependsOn = scorers.getFirst().dependsOn();
        assertThat(dependsOn.cacheable()).isTrue();
        assertThat(dependsOn.stillValid()).isTrue();

        noDevicesYet.countBy(ALL_GPUS);

        assertThat(dependsOn.stillValid()).isFalse();
    }
}
