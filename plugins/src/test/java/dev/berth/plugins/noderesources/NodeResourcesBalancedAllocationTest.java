package dev.berth.plugins.noderesources;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Plugin;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

class NodeResourcesBalancedAllocationTest {
    private static final String GPU = "example.com/gpu";
    private static final BalanceArgs WITH_GPU =
            new BalanceArgs(
                    List.of(
                            new ResourceWeight("cpu", 1),
                            new ResourceWeight("memory", 1),
                            new ResourceWeight(GPU, 1)));

    private final NodeResourcesBalancedAllocation.Provider provider =
            new NodeResourcesBalancedAllocation.Provider();
    private final PluginTester tester = PluginTester.of(provider);

    /// CPU in millicores, memory in bytes, number of GPUs.
    record Amounts(int cpu, int memory, int gpus) {}

    record Case(Amounts allocatable, Amounts before, Amounts after, long score) {}

    private static Amounts of(int cpu, int memory) {
        return new Amounts(cpu, memory, 0);
    }

    static List<Case> workedExamples() {
        return List.of(
                new Case(of(4000, 10000), of(0, 0), of(3000, 5000), 68),
                new Case(of(6000, 10000), of(0, 0), of(3000, 5000), 75),
                new Case(of(10000, 20000), of(3000, 0), of(6000, 5000), 73),
                new Case(of(10000, 20000), of(3000, 5000), of(6000, 10000), 74),
                new Case(of(10000, 50000), of(3000, 5000), of(6000, 10000), 70),
                new Case(of(3000, 5000), of(3000, 0), of(3000, 5000), 100),
                new Case(of(3000, 5000), of(0, 0), of(0, 5000), 50),
                new Case(of(6000, 10000), of(3000, 0), of(6000, 0), 62),
                new Case(
                        new Amounts(3500, 40000, 8),
                        new Amounts(3000, 5000, 3),
                        new Amounts(3000, 5000, 4),
                        75),
                new Case(
                        new Amounts(3500, 40000, 8),
                        new Amounts(3000, 5000, 0),
                        new Amounts(3000, 5000, 1),
                        76));
    }

    @ParameterizedTest
    @MethodSource("workedExamples")
    void theWorkedExamplesComeOutToTheDigit(Case each) {
        Amounts before = each.before;
        PluginTester.of(provider, WITH_GPU)
                .nodes(
                        node("n")
                                .cpu(each.allocatable.cpu + "m")
                                .memory(Integer.toString(each.allocatable.memory))
                                .resource(GPU, Integer.toString(each.allocatable.gpus)))
                .running(
                        pod("r").cpu(before.cpu + "m")
                                .memory(Integer.toString(before.memory))
                                .request(GPU, Integer.toString(before.gpus))
                                .on("n"))
                .schedule(
                        pod("p").cpu(each.after.cpu - before.cpu + "m")
                                .memory(Integer.toString(each.after.memory - before.memory))
                                .request(GPU, Integer.toString(each.after.gpus - before.gpus)))
                .scores("n", each.score);
    }

    @Test
    void aPodWithoutRequestsIsNotScored() {
        tester.nodes(node("n")).schedule(pod("p")).skipsScore();
    }

    @Test
    void aPodWithOnlyIgnoredRequestsIsNotScored() {
        tester.nodes(node("n")).schedule(pod("p").request(GPU, "1")).skipsScore();
    }

    @Test
    void aNodeWithOneOfTheResourcesIsNeitherBetterNorWorse() {
        tester.nodes(node("n").memory("0")).schedule(pod("p").cpu("3")).scores("n", 75);
    }

    @Test
    void podsWithoutRequestsHaveNoDefaults() {
        tester.nodes(node("n").cpu("1000m").memory("1000"))
                .running(pod("a").on("n"), pod("b").on("n"))
                .schedule(pod("p").cpu("500m").memory("500"))
                .scores("n", 75);
    }

    @Test
    void moreThanAllIsAll() {
        tester.nodes(node("n").cpu("1000m").memory("1000"))
                .running(pod("r").cpu("5000m").memory("0").on("n"))
                .schedule(pod("p").cpu("0").memory("1000"))
                .scores("n", 100);
    }

    @Test
    void requestsOfThePodAsAWholeAndOverheadCount() {
        tester.nodes(node("n").cpu("4000m").memory("10000"))
                .schedule(
                        pod("p").cpu("1m")
                                .memory("1")
                                .podRequest("cpu", "2000m")
                                .podRequest("memory", "5000")
                                .overhead("cpu", "1000m"))
                .scores("n", 68);
    }

    @Test
    void anUnrequestedScalarHasNoEffect() {
        PluginTester.of(provider, WITH_GPU)
                .nodes(node("n").cpu("4000m").memory("10000").resource(GPU, "8"))
                .running(pod("r").cpu("0").memory("0").request(GPU, "8").on("n"))
                .schedule(pod("p").cpu("3000m").memory("5000"))
                .scores("n", 68);
    }

    @Test
    void withoutPreScoreAPodWithoutRequestsScoresZero() {
        tester.nodes(node("n").cpu("4000m").memory("10000"));
        tester.scheduleWithoutPrePoints(pod("p")).scores("n", 0);
        tester.scheduleWithoutPrePoints(pod("p").cpu("3000m").memory("5000")).scores("n", 68);
    }

    @Test
    void aNameThatNoNodeCountsKeepsThePodFromBeingSkipped() {
        PluginTester odd =
                PluginTester.of(provider, new BalanceArgs(List.of(new ResourceWeight("foo", 1))))
                        .nodes(node("n").resource("foo", "10"));
        odd.schedule(pod("p").cpu("1")).skipsScore();
        odd.schedule(pod("p").request("foo", "2")).scores("n", 75);
    }

    @Test
    void itRejectsNoPodSoItHasNoHints() {
        Plugin plugin = provider.create(BalanceArgs.DEFAULT, tester.context());

        assertThat(plugin).isNotInstanceOf(EnqueueExtensions.class);
    }

    // ---- arguments

    @Test
    void byDefaultCpuAndMemoryCount() {
        assertThat(provider.name()).isEqualTo("NodeResourcesBalancedAllocation");
        assertThat(provider.defaults())
                .isEqualTo(
                        new BalanceArgs(
                                List.of(
                                        new ResourceWeight("cpu", 1),
                                        new ResourceWeight("memory", 1))));
        assertThat(problems(provider.defaults())).isEmpty();
    }

    @Test
    void otherResourcesCanBeNamed() {
        assertThat(problems(WITH_GPU)).isEmpty();
        assertThat(WITH_GPU.resources()).contains(new ResourceWeight(GPU, 1)).hasSize(3);
    }

    @Test
    void weightsMustBeOneAndNamesDiffer() {
        var args =
                new BalanceArgs(
                        List.of(
                                new ResourceWeight("cpu", 2),
                                new ResourceWeight("memory", 0),
                                new ResourceWeight("cpu", 1)));

        assertThat(problems(args))
                .containsExactly(
                        "resources[0].weight = 2: must be 1",
                        "resources[2].name = cpu: duplicate value");
    }

    private List<String> problems(BalanceArgs args) {
        var found = new Found();
        provider.check(args, gate -> false, found);
        return found.lines();
    }
}
