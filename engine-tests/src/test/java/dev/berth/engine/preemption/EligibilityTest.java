package dev.berth.engine.preemption;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/// The pods that are eligible to preempt.
class EligibilityTest {
    private static final String WAITS =
            "not eligible due to a terminating pod on the nominated node.";
    private static final String PREEMPTED = "PreemptionByScheduler";

    private static PodBuilder low(String name) {
        return pod(name).cpu("4").priority(1).started(100);
    }

    private static PodBuilder high() {
        return pod("high").cpu("4").priority(10);
    }

    private static PodBuilder leaving(String name) {
        return low(name).terminating().condition("DisruptionTarget", "True", PREEMPTED);
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "a pod that says it never preempts does not",
                        PreemptionReport.nodes(node("n1")).pods(low("a").on("n1")),
                        high().neverPreempts(),
                        "not eligible due to preemptionPolicy=Never."),
                new Case(
                        "it says so even while victims leave the node it was promised",
                        PreemptionReport.nodes(node("n1")).pods(leaving("a").on("n1")),
                        high().nominated("n1").neverPreempts(),
                        "not eligible due to preemptionPolicy=Never."),
                new Case(
                        "a pod waits for victims to leave the node it was promised",
                        PreemptionReport.nodes(node("n1"), node("n2"))
                                .pods(leaving("a").on("n1"), low("b").on("n2")),
                        high().nominated("n1"),
                        WAITS),
                new Case(
                        "a promise of a node from which nobody leaves does not hold it up",
                        PreemptionReport.nodes(node("n1"), node("n2"))
                                .pods(low("a").on("n1"), leaving("b").on("n2")),
                        high().nominated("n1"),
                        "n1 loses a; n2 loses b; takes n1 or n2"),
                new Case(
                        "without a promise nobody is waited for",
                        PreemptionReport.nodes(node("n1")).pods(leaving("a").on("n1")),
                        high(),
                        "n1 loses a; takes n1"),
                new Case(
                        "nobody waits for pods that leave by themselves",
                        PreemptionReport.nodes(node("n1")).pods(low("a").terminating().on("n1")),
                        high().nominated("n1"),
                        "n1 loses a; takes n1"),
                new Case(
                        "nobody waits for pods that were evicted by somebody else",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a").terminating()
                                                .condition(
                                                        "DisruptionTarget",
                                                        "True",
                                                        "EvictionByEvictionAPI")
                                                .on("n1")),
                        high().nominated("n1"),
                        "n1 loses a; takes n1"),
                new Case(
                        "a condition that does not hold is none",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a").terminating()
                                                .condition("DisruptionTarget", "False", PREEMPTED)
                                                .on("n1")),
                        high().nominated("n1"),
                        "n1 loses a; takes n1"),
                new Case(
                        "the first of two conditions counts",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a").terminating()
                                                .condition("DisruptionTarget", "True", "Other")
                                                .condition("DisruptionTarget", "True", PREEMPTED)
                                                .on("n1")),
                        high().nominated("n1"),
                        "n1 loses a; takes n1"),
                new Case(
                        "a pod with the condition that is not being deleted is not leaving",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        low("a").condition("DisruptionTarget", "True", PREEMPTED)
                                                .on("n1")),
                        high().nominated("n1"),
                        "n1 loses a; takes n1"),
                new Case(
                        "pods of equal priority are waited for by others, not by this one",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        leaving("a").cpu("2").priority(10).on("n1"),
                                        low("b").cpu("2").on("n1")),
                        high().cpu("2").nominated("n1"),
                        "n1 loses b; takes n1"),
                new Case(
                        "a promised node that has become hopeless is given up",
                        PreemptionReport.nodes(node("n1").cordoned(), node("n2"))
                                .pods(leaving("a").on("n1"), low("b").on("n2")),
                        high().nominated("n1"),
                        "n2 loses b; takes n2"),
                new Case(
                        "a promised node that is out of the question is given up",
                        PreemptionReport.nodes(
                                        node("n1").label("disk", "slow"),
                                        node("n2").label("disk", "fast"))
                                .pods(leaving("a").on("n1"), low("b").on("n2")),
                        high().nominated("n1").nodeSelector("disk", "fast"),
                        "n2 loses b; takes n2"),
                new Case(
                        "a promised node that is gone is given up",
                        PreemptionReport.nodes(node("n2")).pods(low("b").on("n2")),
                        high().nominated("n1"),
                        "n2 loses b; takes n2"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void somePodsMayNotPreempt(Case each) {
        each.check();
    }
}
