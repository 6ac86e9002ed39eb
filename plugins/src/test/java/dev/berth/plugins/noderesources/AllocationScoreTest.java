package dev.berth.plugins.noderesources;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.Score;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;

/// The scores of NodeResourcesFit.
class AllocationScoreTest {
    private static final List<ResourceWeight> BOTH = ResourceWeight.CPU_AND_MEMORY;
    private static final List<ResourceWeight> MEMORY_TWICE =
            List.of(new ResourceWeight("memory", 2), new ResourceWeight("cpu", 1));
    private static final List<ShapePoint> EMPTY_IS_BEST =
            List.of(new ShapePoint(0, 10), new ShapePoint(100, 0));
    private static final List<ShapePoint> FULL_IS_BEST =
            List.of(new ShapePoint(0, 0), new ShapePoint(100, 10));

    /// Scores without the filter, so nodes without free resources are scored, too.
    private static PluginTester scoring(ScoringStrategy strategy) {
        var plugin =
                new NodeResourcesFit(
                        new FitArgs(List.of(), List.of(), strategy), new NodeDevices());
        Score alone = (cycle, feasible) -> plugin.scorerFor(cycle, feasible);
        return PluginTester.of(alone);
    }

    private static ScoringStrategy least(List<ResourceWeight> resources) {
        return new ScoringStrategy(
                ScoringStrategy.Type.LEAST_ALLOCATED, resources, Optional.empty());
    }

    private static ScoringStrategy max(List<ResourceWeight> resources) {
        return new ScoringStrategy(
                ScoringStrategy.Type.MOST_ALLOCATED, resources, Optional.empty());
    }

    private static ScoringStrategy ratio(List<ResourceWeight> resources, List<ShapePoint> shape) {
        return ScoringStrategy.along(resources, shape);
    }

    /// The capacity and the total requests: CPU in millicores, memory in bytes.
    record Case(
            ScoringStrategy strategy,
            int cpu,
            int memory,
            int cpuRequested,
            int memoryRequested,
            long score) {}

    static List<Case> workedExamples() {
        return List.of(
                new Case(least(BOTH), 4000, 10000, 3000, 5000, 37),
                new Case(least(MEMORY_TWICE), 4000, 10000, 3000, 5000, 41),
                new Case(least(BOTH), 4000, 10000, 3000, 6000, 32),
                new Case(least(BOTH), 6000, 10000, 2000, 4000, 63),
                new Case(least(BOTH), 4000, 10000, 5000, 9000, 5),
                new Case(least(BOTH), 4000, 10000, 4000, 10000, 0),
                new Case(least(BOTH), 0, 10000, 3000, 5000, 50),
                new Case(least(BOTH), 0, 0, 3000, 5000, 0),
                new Case(least(List.of()), 4000, 10000, 3000, 5000, 37),
                new Case(max(BOTH), 4000, 10000, 3000, 5000, 62),
                new Case(max(MEMORY_TWICE), 4000, 10000, 3000, 5000, 58),
                new Case(max(BOTH), 4000, 10000, 3000, 6000, 67),
                new Case(max(BOTH), 6000, 10000, 2000, 4000, 36),
                new Case(max(BOTH), 4000, 10000, 5000, 9000, 95),
                new Case(ratio(BOTH, EMPTY_IS_BEST), 4000, 10000, 3000, 5000, 38),
                new Case(ratio(BOTH, EMPTY_IS_BEST), 4000, 10000, 5000, 9000, 10),
                new Case(ratio(BOTH, EMPTY_IS_BEST), 6000, 10000, 4000, 7000, 32),
                new Case(ratio(BOTH, FULL_IS_BEST), 4000, 10000, 5000, 9000, 95),
                new Case(ratio(BOTH, FULL_IS_BEST), 6000, 10000, 4000, 7000, 68),
                new Case(ratio(BOTH, FULL_IS_BEST), 0, 0, 4000, 7000, 0));
    }

    @ParameterizedTest
    @MethodSource("workedExamples")
    void theWorkedExamplesComeOutToTheDigit(Case each) {
        scoring(each.strategy)
                .nodes(node("n").cpu(each.cpu + "m").memory(Integer.toString(each.memory)))
                .schedule(requesting(each.cpuRequested, each.memoryRequested))
                .scores("n", each.score);
    }

    @ParameterizedTest
    @MethodSource("workedExamples")
    void requestsOfTheNodesPodsCountLikeThoseOfThePod(Case each) {
        scoring(each.strategy)
                .nodes(node("n").cpu(each.cpu + "m").memory(Integer.toString(each.memory)))
                .running(
                        pod("r").cpu(each.cpuRequested - 1 + "m")
                                .memory(Integer.toString(each.memoryRequested - 1))
                                .on("n"))
                .schedule(requesting(1, 1))
                .scores("n", each.score);
    }

    private static PodBuilder requesting(int cpuMillis, int memoryBytes) {
        return pod("p").cpu(cpuMillis + "m").memory(Integer.toString(memoryBytes));
    }

    @Test
    void podsWithoutRequestsCount100mAnd200MiEach() {
        scoring(max(BOTH))
                .nodes(node("n").cpu("250m").memory("1000Mi"))
                .running(pod("a").on("n"), pod("b").on("n"))
                .schedule(pod("p"))
                .scores("n", 80);
    }

    @Test
    void everyContainerWithoutRequestsCounts() {
        scoring(max(List.of(new ResourceWeight("cpu", 1))))
                .nodes(node("n").cpu("1000m"))
                .running(pod("a").container("", "").on("n"))
                .schedule(pod("p").cpu("300m").container("", ""))
                .scores("n", 60);
    }

    @Test
    void askingForZeroIsAskingForNothingToBeAssumed() {
        scoring(max(BOTH))
                .nodes(node("n").cpu("1000m").memory("1000Mi"))
                .running(pod("a").cpu("0").memory("0").on("n"))
                .schedule(pod("p").cpu("0").memory("0"))
                .scores("n", 0);
    }

    @Test
    void overheadCounts() {
        scoring(max(List.of(new ResourceWeight("cpu", 1))))
                .nodes(node("n").cpu("1000m"))
                .schedule(pod("p").cpu("300m").overhead("cpu", "200m"))
                .scores("n", 50);
    }

    @Test
    void requestsOfTheIncomingPodAsAWholeDoNotCount() {
        scoring(max(List.of(new ResourceWeight("cpu", 1))))
                .nodes(node("n").cpu("1000m"))
                .schedule(pod("p").cpu("300m").podRequest("cpu", "700m"))
                .scores("n", 30);
    }

    @Test
    void requestsOfRunningPodsAsAWholeDo() {
        scoring(max(List.of(new ResourceWeight("cpu", 1))))
                .nodes(node("n").cpu("1000m"))
                .running(pod("r").cpu("300m").podRequest("cpu", "700m").on("n"))
                .schedule(pod("p").cpu("100m"))
                .scores("n", 80);
    }

    @Test
    void scalarsAreWeighedAndTheMeanIsRounded() {
        var weights = List.of(new ResourceWeight("a.b/foo", 3), new ResourceWeight("a.b/bar", 5));
        var shape = List.of(new ShapePoint(0, 0), new ShapePoint(100, 1));
        scoring(ratio(weights, shape))
                .nodes(node("n").resource("a.b/foo", "8").resource("a.b/bar", "4"))
                .running(pod("r").request("a.b/foo", "1").request("a.b/bar", "1").on("n"))
                .schedule(pod("p").request("a.b/foo", "1").request("a.b/bar", "1"))
                .scores("n", 4);
    }

    @Test
    void anUnrequestedScalarHasNoEffect() {
        var weights = List.of(new ResourceWeight("cpu", 1), new ResourceWeight("a.b/foo", 100));
        scoring(least(weights))
                .nodes(node("n").cpu("1000m").resource("a.b/foo", "8"))
                .schedule(pod("p").cpu("400m"))
                .scores("n", 60);
    }

    @Test
    void aScalarThatTheNodeLacksHasNoEffect() {
        var weights = List.of(new ResourceWeight("cpu", 1), new ResourceWeight("a.b/foo", 100));
        scoring(least(weights))
                .nodes(node("n").cpu("1000m"))
                .schedule(pod("p").cpu("400m").request("a.b/foo", "1"))
                .scores("n", 60);
    }

    @Test
    void ephemeralStorageHasNoDefaultRequest() {
        scoring(max(List.of(new ResourceWeight("ephemeral-storage", 1))))
                .nodes(node("n").resource("ephemeral-storage", "100"))
                .running(pod("r").request("ephemeral-storage", "20").on("n"))
                .schedule(pod("p"))
                .scores("n", 20);
    }

    @ParameterizedTest
    @CsvSource({"0, 20", "20, 60", "30, 80", "40, 100", "41, 99", "70, 50", "100, 0", "150, 0"})
    void aShapeIsALineThroughItsPoints(int percent, long score) {
        var shape = List.of(new ShapePoint(0, 2), new ShapePoint(40, 10), new ShapePoint(100, 0));
        scoring(ratio(List.of(new ResourceWeight("cpu", 1)), shape))
                .nodes(node("n").cpu("100m"))
                .schedule(pod("p").cpu(percent + "m"))
                .scores("n", score);
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "10, 10", "19, 19", "89, 89", "90, 90", "100, 90"})
    void beforeTheFirstPointAndAfterTheLastItIsLevel(int percent, long score) {
        var shape = List.of(new ShapePoint(10, 1), new ShapePoint(90, 9));
        scoring(ratio(List.of(new ResourceWeight("cpu", 1)), shape))
                .nodes(node("n").cpu("100m"))
                .schedule(pod("p").cpu(percent + "m"))
                .scores("n", score);
    }

    @Test
    void byDefaultTheEmptierNodeWins() {
        PluginTester.of(new NodeResourcesFit.Provider())
                .nodes(
                        node("empty").cpu("10").memory("10Gi"),
                        node("busy").cpu("10").memory("10Gi"))
                .running(pod("r").cpu("5").memory("5Gi").on("busy"))
                .schedule(pod("p").cpu("1").memory("1Gi"))
                .scores("empty", 90)
                .scores("busy", 40);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "pods", "kubernetes.io/x", "attachable-volumes-y"})
    void anUnknownResourceHasNoEffect(String name) {
        PodBuilder pod = pod("p").cpu("1").request(name, "1");
        NodeBuilder node = node("n").resource("foo", "10");
        scoring(least(List.of(new ResourceWeight(name, 1))))
                .nodes(node)
                .schedule(pod)
                .scores("n", 0);
        scoring(least(List.of(new ResourceWeight("cpu", 1), new ResourceWeight(name, 3))))
                .nodes(node)
                .schedule(pod)
                .scores("n", 75);
    }

    @Test
    void noResourcesMeanCpuAndMemoryAndNoWeightMeansOne() {
        assertThat(ResourceWeight.orDefault(List.of())).isEqualTo(ResourceWeight.CPU_AND_MEMORY);
        assertThat(
                        ResourceWeight.orDefault(
                                List.of(new ResourceWeight("a", 0), new ResourceWeight("b", 7))))
                .containsExactly(new ResourceWeight("a", 1), new ResourceWeight("b", 7));
    }

    @Test
    void withoutPreScoreItIsComputedAgain() {
        var plugin = new NodeResourcesFit(FitArgs.DEFAULT, new NodeDevices());
        Score alone = (cycle, feasible) -> plugin.scorerWithoutPreScore(cycle, feasible);
        PluginTester.of(alone).nodes(node("n")).schedule(pod("p").cpu("1")).scores("n", 87);
    }
}
