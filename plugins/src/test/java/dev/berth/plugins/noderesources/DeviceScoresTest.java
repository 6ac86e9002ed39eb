package dev.berth.plugins.noderesources;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.model.Node;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.Score;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

/// A node whose devices provide an extended resource has the same scores as a node that lists the
/// resource.
class DeviceScoresTest {
    private static final String GPU = "example.com/gpu";
    private static final List<ResourceWeight> RESOURCES =
            List.of(
                    new ResourceWeight("cpu", 1),
                    new ResourceWeight("memory", 1),
                    new ResourceWeight(GPU, 1));

    private final NodeDevices devices = new NodeDevices();

    DeviceScoresTest() {
        devices.countBy(
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
                });
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
                .schedule(pod("p").cpu("0").memory("0").request(GPU, "1"))
                .scores("listed", 75)
                .scores("devices", 75)
                .scores("none", 75);
        tester(new NodeResourcesBalancedAllocation(new BalanceArgs(RESOURCES), devices))
                .schedule(pod("p").cpu("0").memory("0").request(GPU, "5"))
                .scores("listed", 71)
                .scores("devices", 71);
    }

    @Test
    void theUtilizationCountsDevices() {
        var strategy =
                new ScoringStrategy(
                        ScoringStrategy.Type.LEAST_ALLOCATED, RESOURCES, Optional.empty());
        var args = new FitArgs(List.of(), List.of(), strategy);
        tester(new NodeResourcesFit(args, devices))
                .schedule(pod("p").cpu("0").memory("0").request(GPU, "1"))
                .scores("listed", 50)
                .scores("devices", 50)
                .scores("none", 50);
    }
}
