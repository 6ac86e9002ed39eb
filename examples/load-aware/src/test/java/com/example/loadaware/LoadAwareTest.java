package com.example.loadaware;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.loadaware.LoadAware.Args;

import dev.berth.model.OwnerReference;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.testkit.ExercisedPoints;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/// The plugin alone. The clock of the tester begins at 1970-01-01T00:00:00Z.
class LoadAwareTest {
    private static final ExercisedPoints points = new ExercisedPoints();

    private final LoadAware.Provider provider = new LoadAware.Provider();
    private final PluginTester tester = tester(Args.DEFAULT);

    @AfterAll
    static void everyExtensionPointIsTested() {
        points.verifyAllPointsExercised();
    }

    /// Two nodes with 10 CPUs and 10Gi of memory.
    private PluginTester tester(Args args) {
        return PluginTester.of(provider, args)
                .recordIn(points)
                .nodes(node("a").cpu("10").memory("10Gi"), node("b").cpu("10").memory("10Gi"));
    }

    private static Args target(long percent) {
        Args it = Args.DEFAULT;
        return new Args(
                it.usage(),
                it.limit(),
                new Percent(percent, percent),
                it.weights(),
                it.estimate(),
                it.expiration(),
                it.rejectStaleNodes());
    }

    private static String metric(String node, String cpu, String memory, String updated) {
        return """
        apiVersion: slo.koordinator.sh/v1alpha1
        kind: NodeMetric
        metadata: {name: %s}
        spec: {metricCollectPolicy: {reportIntervalSeconds: 60}}
        status:
          updateTime: "%s"
          nodeMetric:
            nodeUsage: {resources: {cpu: "%s", memory: %s}}
            aggregatedNodeUsages:
            - duration: 5m
              usage: {p95: {resources: {cpu: "9", memory: %s}}}
          podsMetric:
          - {name: young, namespace: default, podUsage: {resources: {cpu: 500m, memory: 0}}}
        """
                .formatted(node, updated, cpu, memory, memory);
    }

    private static String metric(String node, String cpu, String memory) {
        return metric(node, cpu, memory, "1970-01-01T00:00:00Z");
    }

    private static PodBuilder web() {
        return pod("web").cpu("1").memory("1Gi");
    }

    @Test
    void theLessLoadedNodeScoresHigher() {
        // The pod counts with 85% of its CPU and 70% of its memory.
        tester.objects(metric("a", "1", "1Gi"))
                .objects(metric("b", "5", "5Gi"))
                .schedule(web())
                .scores("a", (82 + 83) / 2)
                .scores("b", (42 + 43) / 2);
    }

    @Test
    void aNodeAboveTheLimitIsRejected() {
        tester.objects(metric("a", "5700m", "1Gi"))
                .objects(metric("b", "1", "9Gi"))
                .schedule(web())
                .rejectsUnresolvable("a", "node(s) had a CPU load above the limit")
                .rejectsUnresolvable("b", "node(s) had a memory load above the limit");
    }

    @Test
    void withATargetTheScoreFallsAboveTheTarget() {
        PluginTester packing =
                tester(target(50))
                        .objects(metric("a", "3150m", "3.3Gi"))
                        .objects(metric("b", "5150m", "5.3Gi"));

        packing.schedule(web()).scores("a", 90).scores("b", 40);
    }

    @Test
    void aPercentileCanCountInsteadOfTheAverage() {
        Args it = Args.DEFAULT;
        tester(
                        new Args(
                                UsageType.P95,
                                it.limit(),
                                it.target(),
                                it.weights(),
                                it.estimate(),
                                it.expiration(),
                                it.rejectStaleNodes()))
                .objects(metric("a", "1", "1Gi"))
                .schedule(web())
                .rejects("a", "node(s) had a CPU load above the limit")
                .passes("b");
    }

    @Test
    void aPodThatWasJustPlacedCountsUntilAMeasurementContainsIt() {
        tester.objects(metric("a", "4", "1Gi"));
        tester.place(pod("fresh").cpu("2"), "a");

        tester.schedule(web()).rejects("a", "node(s) had a CPU load above the limit");
        tester.objects(metric("a", "4", "1Gi", "1970-01-01T00:00:30Z"))
                .schedule(web())
                .rejects("a", "node(s) had a CPU load above the limit");
        tester.objects(metric("a", "4", "1Gi", "1970-01-01T00:01:00Z")).schedule(web()).passes("a");
    }

    @Test
    void aFailedAttemptNoLongerCounts() {
        tester.objects(metric("a", "4", "1Gi"));
        tester.place(pod("fresh").cpu("2"), "a").fails();

        tester.schedule(web()).passes("a");
    }

    @Test
    void theMeasuredPartOfAYoungPodDoesNotCountTwice() {
        tester.objects(metric("a", "4", "1Gi"));
        tester.place(pod("young").cpu("1200m").memory("1"), "a");

        // 4000m + (1020m - 500m) + 850m are 53.7%, and 1Gi + 0.7Gi are 17%.
        tester.schedule(web()).scores("a", (46 + 83) / 2);
    }

    @Test
    void aPodThatRanBeforeTheSchedulerStartedIsMeasured() {
        tester.objects(metric("a", "4", "1Gi", "1970-01-01T01:00:00Z"))
                .running(pod("old").cpu("4").on("a").started(60))
                .schedule(web())
                .passes("a");
    }

    @Test
    void withoutACurrentMeasurementTheEstimatesOfThePodsCount() {
        tester.objects(metric("a", "9", "1Gi"))
                .running(pod("known").cpu("4").memory("4Gi").on("b"))
                .advance(Duration.ofMinutes(4));

        // The measurement of a is too old: a is empty. The pod on b counts with 3.4 CPUs.
        tester.schedule(web())
                .passes("a", "b")
                .scores("a", (92 + 93) / 2)
                .scores("b", (58 + 65) / 2);
    }

    @Test
    void nodesWithoutACurrentMeasurementCanBeRejected() {
        Args it = Args.DEFAULT;
        tester(
                        new Args(
                                it.usage(),
                                it.limit(),
                                it.target(),
                                it.weights(),
                                it.estimate(),
                                it.expiration(),
                                true))
                .objects(metric("a", "1", "1Gi"))
                .schedule(web())
                .passes("a")
                .rejects("b", "node(s) had no current load measurement");
    }

    @Test
    void withoutAnExpirationNoMeasurementIsTooOld() {
        Args it = Args.DEFAULT;
        tester(
                        new Args(
                                it.usage(),
                                it.limit(),
                                it.target(),
                                it.weights(),
                                it.estimate(),
                                Duration.ZERO,
                                false))
                .objects(metric("a", "9", "1Gi"))
                .advance(Duration.ofDays(1))
                .schedule(web())
                .rejects("a", "node(s) had a CPU load above the limit");
    }

    @Test
    void aMeasurementThatCannotBeReadCountsAsNone() {
        tester.objects(metric("a", "much", "1Gi"))
                .objects(metric("b", "9", "1Gi", "yesterday"))
                .schedule(web())
                .passes("a", "b");
    }

    @Test
    void aDaemonSetPodIgnoresTheLoad() {
        tester.objects(metric("a", "9", "1Gi"))
                .schedule(
                        web().owner(new OwnerReference("apps/v1", "DaemonSet", "agent", "u", true)))
                .skipsFilter();
    }

    @Test
    void aRebuiltIndexGivesTheSameResults() {
        tester.objects(metric("a", "9", "1Gi"))
                .rebuildIndex()
                .schedule(web())
                .rejects("a", "node(s) had a CPU load above the limit");
    }

    @Test
    void aRejectedPodIsActivatedWhenTheMeasurementBecomesTooOld() {
        tester.objects(metric("a", "9", "1Gi"));
        PluginTester other = tester.objects(metric("b", "1", "1Gi"));
        other.place(web(), "b");
        assertThat(tester.context().activated()).isEmpty();

        tester.advance(Duration.ofSeconds(170));
        assertThat(tester.context().activated()).isEmpty();
        tester.advance(Duration.ofSeconds(11));
        assertThat(tester.context().activated()).containsExactly("default/web");
    }

    /// Keeps the plugin that the tester creates.
    private static final class Recording implements PluginProvider<Args> {
        private final LoadAware.Provider provider = new LoadAware.Provider();
        private Optional<LoadAware> plugin = Optional.empty();

        @Override
        public String name() {
            return provider.name();
        }

        @Override
        public Args defaults() {
            return provider.defaults();
        }

        @Override
        public Plugin create(Args args, PluginContext context) {
            plugin = Optional.of((LoadAware) provider.create(args, context));
            return plugin.get();
        }
    }

    private static int rejectedPods(Duration expiration, boolean rejectStaleNodes) {
        Args it = Args.DEFAULT;
        var recording = new Recording();
        PluginTester.of(
                        recording,
                        new Args(
                                it.usage(),
                                it.limit(),
                                it.target(),
                                it.weights(),
                                it.estimate(),
                                expiration,
                                rejectStaleNodes))
                .nodes(node("a").cpu("10").memory("10Gi"), node("b").cpu("10").memory("10Gi"))
                .objects(metric("a", "9", "1Gi"))
                .objects(metric("b", "1", "1Gi"))
                .place(web(), "b");
        return recording.plugin.orElseThrow().rejectedPods();
    }

    @Test
    void onlyRejectionsThatEndWithTheAgeOfAMeasurementAreKept() {
        assertThat(rejectedPods(Duration.ofMinutes(3), false)).isEqualTo(1);
        assertThat(rejectedPods(Duration.ofMinutes(3), true)).isZero();
        assertThat(rejectedPods(Duration.ZERO, false)).isZero();
    }

    @Test
    void measurementsAndNodesRequeueARejectedPod() {
        tester.registers(ClusterEvent.NODE, ClusterEvent.ADD)
                .unschedulable(web())
                .requeuedByUpdating(
                        tester.object(metric("a", "9", "1Gi")),
                        tester.object(metric("a", "1", "1Gi")))
                .requeuedByDeleting(pod("other").on("a"))
                .notRequeuedByUpdating(node("a"), node("a").label("x", "y"));
    }

    @Test
    void aRejectionIsExplainedWithTheLoad() {
        tester.objects(metric("a", "9", "1Gi"));

        assertThat(tester.explain(web(), "a").toString())
                .contains("wait until the load falls")
                .contains("9000");
    }

    @Test
    void allInvalidArgumentsAreReported() {
        var problems = new ArrayList<String>();
        provider.check(
                new Args(
                        UsageType.AVERAGE,
                        new Percent(101, 95),
                        new Percent(100, 0),
                        new LoadAware.Weights(0, 0),
                        new Percent(85, -1),
                        Duration.ofSeconds(-1),
                        false),
                gate -> false,
                (path, value, problem) -> problems.add(path + " " + problem));

        assertThat(problems)
                .containsExactly(
                        "limit.cpu must be between 0 and 100",
                        "target.cpu must be between 0 and 99",
                        "estimate.memory must be between 0 and 1000",
                        "weights must not be negative, and one must be positive",
                        "expiration must not be negative");
    }
}
