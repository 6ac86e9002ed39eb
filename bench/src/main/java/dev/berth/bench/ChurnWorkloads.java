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

/// Workloads in which other things go on while pods are scheduled.
///
/// Upstream does those by the clock: five pods a second, say. How many attempts lie between two of
/// them here is what upstream's own thresholds, in pods a second, make of it, so that each measured
/// pod meets at least as much of it.
final class ChurnWorkloads {
    private static final int HIGH = 10;

    /// 170 pods a second, 5 large pods a second.
    private static final int LARGE_POD_EVERY = 34;

    /// 160 pods a second, 5 preemptors a second.
    private static final int PREEMPTOR_EVERY = 32;

    /// 265 pods a second, one round of changes a second.
    private static final int CHANGES_EVERY = 265;

    private ChurnWorkloads() {}

    static List<Workload> all() {
        return List.of(
                new Workload(
                        "SchedulingWhileGated",
                        "pods on one node, while others stay gated and as many as are measured are"
                                + " deleted",
                        new Workload.Size(1, 10_000, 20_000),
                        ChurnWorkloads::whileGated),
                new Workload(
                        "Unschedulable",
                        "plain pods among pods of high priority that fit nowhere",
                        new Workload.Size(5_000, 20_000, 10_000),
                        ChurnWorkloads::unschedulable),
                new Workload(
                        "SchedulingWithMixedChurn",
                        "plain pods, while a node, a pod that fits nowhere and a service come and"
                                + " go",
                        new Workload.Size(5_000, 0, 10_000),
                        ChurnWorkloads::mixedChurn),
                new Workload(
                        "PreemptionBasic",
                        "pods that must preempt others, four of which fill a node",
                        new Workload.Size(5_000, 20_000, 5_000),
                        ChurnWorkloads::preemption),
                new Workload(
                        "PreemptionAsync",
                        "plain pods among pods that must preempt others",
                        new Workload.Size(5_000, 20_000, 5_000),
                        ChurnWorkloads::preemptionMeanwhile));
    }

    private static Workload.Plan whileGated(Workload.Size size) {
        // Twice the measured: those deleted and those measured.
        List<Pod> deleted = pods("deleted", size.pods(), light());
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(WorkloadObjects.roomy(size.nodes())),
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
                                                fittingNowhere()))));
    }

    private static Workload.Plan mixedChurn(Workload.Size size) {
        return Workload.Plan.of(
                before(size, defaults()),
                plainPods(size).meanwhile(CHANGES_EVERY, changes(size.pods() / CHANGES_EVERY)));
    }

    /// By turns, one of each comes and goes.
    private static List<ClusterAction> changes(int count) {
        List<Pod> pods = pods("churn", count / 2 + 1, fittingNowhere());
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

    private static PodBuilder fittingNowhere() {
        return asking("9").priority(HIGH);
    }

    private static PodBuilder preemptor() {
        return asking("3").priority(HIGH);
    }
}
