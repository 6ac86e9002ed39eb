package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.plugins.noderesources.ResourceWeight;
import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/// The legacy plugins that score utilization.
class OldAllocationTest {
    private static final List<ShapePoint> FULL_IS_BEST =
            List.of(new ShapePoint(0, 0), new ShapePoint(100, 10));
    private static final List<ShapePoint> EMPTY_IS_BEST =
            List.of(new ShapePoint(0, 10), new ShapePoint(100, 0));
    private static final List<ResourceWeight> DEFAULTS = List.of();

    private static NodeBuilder sized(String cpu, String memory) {
        return node("n").cpu(cpu).memory(memory);
    }

    private static PodBuilder asking(String cpu, String memory) {
        return pod("p").cpu(cpu).memory(memory);
    }

    /// The capacity of a node and its total requests: CPU in millicores, memory in bytes.
    @ParameterizedTest
    @CsvSource({
        "NodeResourcesLeastAllocated, 4000, 10000, 3000, 5000, 37",
        "NodeResourcesLeastAllocated, 4000, 10000, 5000, 9000, 5",
        "NodeResourcesMostAllocated, 4000, 10000, 3000, 5000, 62",
        "NodeResourcesMostAllocated, 4000, 10000, 4000, 10000, 100",
        "RequestedToCapacityRatio, 4000, 10000, 3000, 5000, 63",
        "BalancedResourceAllocation, 4000, 10000, 3000, 5000, 75",
        "BalancedResourceAllocation, 4000, 10000, 2000, 5000, 100",
        "BalancedResourceAllocation, 4000, 10000, 1000, 9999, 25",
        "BalancedResourceAllocation, 4000, 10000, 4000, 10000, 0",
        "BalancedResourceAllocation, 4000, 10000, 3999, 10000, 0",
        "BalancedResourceAllocation, 4000, 10000, 4000, 1, 0",
        "BalancedResourceAllocation, 3000, 10000, 1000, 5000, 83",
        "BalancedResourceAllocation, 0, 10000, 3000, 5000, 0",
        "BalancedResourceAllocation, 4000, 0, 3000, 5000, 0",
    })
    void workedExamples(String plugin, int cpu, int memory, int cpuAsked, int memoryAsked, int is) {
        NodeBuilder node = sized(cpu + "m", "" + memory);
        Old.plugin(plugin)
                .nodes(node)
                .schedule(asking(cpuAsked + "m", "" + memoryAsked))
                .scores("n", is);
        Old.plugin(plugin)
                .nodes(node)
                .running(asking("" + cpuAsked / 2 + "m", "" + memoryAsked / 2).uid("r").on("n"))
                .schedule(
                        asking(
                                (cpuAsked - cpuAsked / 2) + "m",
                                "" + (memoryAsked - memoryAsked / 2)))
                .scores("n", is);
    }

    @Test
    void podsWithoutRequestsCountWithDefaults() {
        for (String plugin : List.of("NodeResourcesLeastAllocated", "BalancedResourceAllocation")) {
            Old.plugin(plugin)
                    .nodes(sized("1", "400Mi"))
                    .schedule(pod("p"))
                    .scores("n", plugin.startsWith("B") ? 60 : 70);
        }
    }

    @Test
    void resourcesHaveTheWeightsGiven() {
        var args =
                new AllocatedArgs(
                        List.of(new ResourceWeight("memory", 2), new ResourceWeight("cpu", 1)));
        Old.plugin("NodeResourcesLeastAllocated", args)
                .nodes(sized("4", "10000"))
                .schedule(asking("3", "5000"))
                .scores("n", 41);
        Old.plugin("NodeResourcesMostAllocated", args)
                .nodes(sized("4", "10000"))
                .schedule(asking("3", "5000"))
                .scores("n", 58);
    }

    private static PluginTester along(List<ShapePoint> shape, List<ResourceWeight> resources) {
        return Old.plugin("RequestedToCapacityRatio", new RatioArgs(shape, resources));
    }

    @Test
    void utilizationIsRoundedUp() {
        // A third is 34 percent here, and 33 percent in NodeResourcesFit.
        along(FULL_IS_BEST, List.of(new ResourceWeight("cpu", 1)))
                .nodes(sized("3", "1Gi"))
                .schedule(asking("1", "1"))
                .scores("n", 34);
        along(EMPTY_IS_BEST, DEFAULTS)
                .nodes(sized("4", "10000"))
                .schedule(asking("3", "5000"))
                .scores("n", 38);
    }

    @Test
    void whatScoresNothingIsLeftOut() {
        along(EMPTY_IS_BEST, DEFAULTS)
                .nodes(sized("4", "10000"))
                .schedule(asking("5", "5000"))
                .scores("n", 50);
        along(EMPTY_IS_BEST, DEFAULTS)
                .nodes(sized("4", "10000"))
                .schedule(asking("5", "20000"))
                .scores("n", 0);
    }

    @Test
    void scoresLieOnTheLineAndFlatBeyondIt() {
        List<ShapePoint> bent =
                List.of(new ShapePoint(20, 2), new ShapePoint(50, 10), new ShapePoint(80, 4));
        List<ResourceWeight> cpu = List.of(new ResourceWeight("cpu", 1));
        record Point(String requested, long score) {}
        for (Point point :
                List.of(
                        new Point("10m", 20),
                        new Point("20m", 20),
                        new Point("21m", 22),
                        new Point("35m", 60),
                        new Point("50m", 100),
                        new Point("65m", 70),
                        new Point("80m", 40),
                        new Point("99m", 40))) {
            along(bent, cpu)
                    .nodes(sized("100m", "1Gi"))
                    .schedule(asking(point.requested(), "1"))
                    .scores("n", point.score());
        }
    }

    @Test
    void missingAndUnrequestedResourcesCount() {
        List<ResourceWeight> accelerators =
                List.of(new ResourceWeight("cpu", 1), new ResourceWeight("example.com/gpu", 3));
        along(FULL_IS_BEST, accelerators)
                .nodes(
                        node("without").cpu("4"),
                        node("idle").cpu("4").resource("example.com/gpu", "4"),
                        node("half").cpu("4").resource("example.com/gpu", "4"))
                .running(pod("r").cpu("0").request("example.com/gpu", "2").on("half"))
                .schedule(pod("p").cpu("2"))
                .scores("without", 88)
                .scores("idle", 50)
                .scores("half", 50);
    }

    @Test
    void weightsAndShapesAreChecked() {
        List<ResourceWeight> heavy =
                List.of(new ResourceWeight("cpu", 101), new ResourceWeight("memory", -1));
        for (String plugin : List.of("NodeResourcesLeastAllocated", "NodeResourcesMostAllocated")) {
            assertThat(Old.problems(plugin, new AllocatedArgs(heavy)))
                    .containsExactly(
                            "resources[0].weight=101: resource weight of cpu not in valid range (0,"
                                    + " 100]",
                            "resources[1].weight=-1: resource weight of memory not in valid range"
                                    + " (0, 100]");
            assertThat(Old.problems(plugin, AllocatedArgs.DEFAULT)).isEmpty();
        }
        assertThat(Old.problems("RequestedToCapacityRatio", new RatioArgs(List.of(), heavy)))
                .containsExactly(
                        "shape=: at least one point must be specified",
                        "resources[1].weight=-1: resource weight of memory not in valid range [1,"
                                + " inf)");
        assertThat(
                        Old.problems(
                                "RequestedToCapacityRatio",
                                new RatioArgs(
                                        List.of(new ShapePoint(50, 1), new ShapePoint(50, 11)),
                                        DEFAULTS)))
                .containsExactly(
                        "shape[1].utilization=50: values must be sorted in increasing order",
                        "shape[1].score=11: not in valid range [0, 10]");
    }
}
