package dev.berth.bench;

import static dev.berth.bench.ClusterAction.delete;
import static dev.berth.bench.ClusterAction.measure;
import static dev.berth.bench.ClusterAction.put;
import static dev.berth.bench.WorkloadObjects.asking;
import static dev.berth.bench.WorkloadObjects.defaults;
import static dev.berth.bench.WorkloadObjects.light;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.service;

import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.testkit.PodBuilder;

import java.util.ArrayList;
import java.util.List;

/// Workloads with other changes while pods are scheduled.
///
/// Upstream makes these changes by the clock, for example five pods a second. Here, a number of
/// attempts separates two changes. It is derived from upstream's thresholds in pods per second, so
/// that each measured pod meets at least as many changes.
final class ChurnWorkloads {
    private static final int HIGH = 10;

    /// Upstream's rates: 170 pods and 5 large pods a second.
    private static final int LARGE_POD_EVERY = 34;

    /// Upstream's rates: 160 pods and 5 preemptors a second.
    private static final int PREEMPTOR_EVERY = 32;

    /// Upstream's rates: 265 pods and one round of changes a second.
    private static final int CHANGES_EVERY = 265;

    private ChurnWorkloads() {}

    static List<Workload> all() {
        return List.of(
                new Workload(
                        "SchedulingWhileGated",
                        "pods on one node, while other pods are gated or deleted",
                        new Workload.Size(1, 10_000, 20_000),
                        ChurnWorkloads::whileGated),
                new Workload(
                        "Unschedulable",
                        "plain pods among pods of high priority that fit on no node",
                        new Workload.Size(5_000, 20_000, 10_000),
                        ChurnWorkloads::unschedulable),
                new Workload(
                        "SchedulingWithMixedChurn",
                        "plain pods, while nodes, unschedulable pods and services are created and"
                                + " deleted",
                        new Workload.Size(5_000, 0, 10_000),
                        ChurnWorkloads::mixedChurn),
                new Workload(
                        "PreemptionBasic",
                        "pods that preempt others, of which four fill a node",
                        new Workload.Size(5_000, 20_000, 5_000),
                        ChurnWorkloads::preemption),
                new Workload(
                        "PreemptionAsync",
                        "plain pods among pods that preempt others",
                        new Workload.Size(5_000, 20_000, 5_000),
                        ChurnWorkloads::preemptionMeanwhile));
    }

    private static Workload.Plan whileGated(Workload.Size size) {
        // Twice the measured pods: one half is deleted, the other is measured.
        List<Pod> deleted = pods("deleted", size.pods(), light());
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(WorkloadObjects.largeNodes(size.nodes())),
                        put(pods("gated", size.init(), light().gate("test.k8s.io/hold"))),
                        put(deleted)),
                WorkloadStage.of(measure(pods("measured", size.pods(), light())))
                        .meanwhile(1, delete(deleted)));
    }

    private static Workload.Plan unschedulable(Workload.Size size) {
        return Workload.Plan.of(
                before(size, defaults()),
                plainPods(size)
                        .meanwhile(
                                LARGE_POD_EVERY,
                                put(
                                        pods(
                                                "large",
                                                size.pods() / LARGE_POD_EVERY,
                                                fittingNoNode()))));
    }

    private static Workload.Plan mixedChurn(Workload.Size size) {
        return Workload.Plan.of(
                before(size, defaults()),
                plainPods(size).meanwhile(CHANGES_EVERY, changes(size.pods() / CHANGES_EVERY)));
    }

    /// Creates and deletes the objects of each kind in rotation.
    private static List<ClusterAction> changes(int count) {
        List<Pod> pods = pods("churn", count / 2 + 1, fittingNoNode());
        var acts = new ArrayList<ClusterAction>();
        for (int i = 0; i < count; i++) {
            int number = i / 2;
            List<KubeObject> objects =
                    List.of(
                            node("churn-" + number).cpu("0").memory("0").pods(0).build(),
                            pods.get(number),
                            service("churn-" + number, Labels.of("app", "foo")));
            List<ClusterAction> round = i % 2 == 0 ? put(objects) : delete(objects);
            acts.add(round.stream().reduce(ClusterAction::and).orElseThrow());
        }
        return acts;
    }

    private static Workload.Plan preemption(Workload.Size size) {
        return Workload.Plan.of(
                before(size, asking("900m")),
                WorkloadStage.of(measure(pods("measured", size.pods(), preemptor()))));
    }

    private static Workload.Plan preemptionMeanwhile(Workload.Size size) {
        return Workload.Plan.of(
                before(size, asking("900m")),
                plainPods(size)
                        .meanwhile(
                                PREEMPTOR_EVERY,
                                put(
                                        pods(
                                                "preemptor",
                                                size.pods() / PREEMPTOR_EVERY,
                                                preemptor()))));
    }

    private static WorkloadStage before(Workload.Size size, PodBuilder shape) {
        return WorkloadStage.of(
                put(WorkloadObjects.nodes(size.nodes(), List.of())),
                put(pods("init", size.init(), shape)));
    }

    private static WorkloadStage plainPods(Workload.Size size) {
        return WorkloadStage.of(measure(pods("measured", size.pods(), defaults())));
    }

    private static List<Pod> pods(String prefix, int count, PodBuilder shape) {
        return PodCopies.of(shape, "default").make(prefix, count);
    }

    private static PodBuilder fittingNoNode() {
        return asking("9").priority(HIGH);
    }

    private static PodBuilder preemptor() {
        return asking("3").priority(HIGH);
    }
}
