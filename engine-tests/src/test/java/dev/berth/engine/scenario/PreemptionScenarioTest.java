package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.pods;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.config.FeatureGates;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.DisruptionBudget;
import dev.berth.model.Encoder;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Pod;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Preemption from the choice of victims to the bound preemptor.
class PreemptionScenarioTest {
    private static final String HOST = "kubernetes.io/hostname";
    private static final Duration A_WHILE = Duration.ofSeconds(30);

    /// Evictions run while scheduling goes on, or (as kube-scheduler does without its gate) all at
    /// once.
    enum Mode {
        BESIDE,
        AT_ONCE;

        Gates gates() {
            return FeatureGates.DEFAULT.with("SchedulerAsyncPreemption", this == BESIDE);
        }

        ProfileSpec profile() {
            return Profiles.making(Map.of(), gates());
        }

        ProfileSpec with(String name, Plugin plugin) {
            return Profiles.making(Map.of(name, context -> plugin), gates());
        }
    }

    private static PodBuilder pod100m(String name, int priority) {
        return pod(name).cpu("100m").memory("100").priority(priority);
    }

    private static dev.berth.testkit.NodeBuilder small(String name) {
        return node(name).cpu("500m").memory("500").pods(32);
    }

    private static void expectPreemption(Scenario scenario, String node, String... victims) {
        scenario.untilQuiet()
                .expectPreempted(victims)
                .expectNominated("preemptor", node)
                .expectIn("unschedulable", "preemptor")
                .advance(A_WHILE)
                .expectGone(victims)
                .expectScheduledOn("preemptor", node)
                .expectNominated("preemptor", "")
                .expectAtRest();
    }

    @ParameterizedTest
    @EnumSource
    void aPodOfHighPriorityTakesTheCapacityOfALowerOne(Mode mode) {
        expectPreemption(
                Scenario.of(mode.profile())
                        .nodes(small("n1"))
                        .running(pod100m("victim", 100).cpu("400m").memory("200").on("n1"))
                        .create(pod100m("preemptor", 300).cpu("300m").memory("200")),
                "n1",
                "victim");
    }

    /// Limits the number of pods in the cluster, by a rejection of the pod or of each node.
    private static final class Tickets implements Filter, StateObserver {
        private final int all;
        private final boolean ofThePod;
        private final RejectCode code;
        private int taken;

        Tickets(int all, boolean ofThePod, RejectCode code) {
            this.all = all;
            this.ofThePod = ofThePod;
            this.code = code;
        }

        @Override
        public void podPlaced(Pod pod, String node) {
            taken++;
        }

        @Override
        public void podRemoved(Pod pod, String node) {
            taken--;
        }

        @Override
        public void forgetAll() {
            taken = 0;
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            var why = new Reject(List.of("no ticket for " + cycle.pod().name()), code);
            var left = new Left(all - taken, why);
            return ofThePod && left.count <= 0
                    ? PreFilterResult.rejectPod(why, left)
                    : PreFilterResult.of(left);
        }

        private record Left(int count, Reject why) implements NodeFilter {
            @Override
            public Verdict test(NodeView node) {
                return count > 0 ? Verdict.PASS : why;
            }

            @Override
            public NodeFilter after(PodChange change) {
                return new Left(count + (change.added() ? -1 : 1), why);
            }
        }
    }

    private static Scenario withOneTicket(Mode mode, boolean ofThePod, RejectCode code) {
        return Scenario.of(mode.with("Tickets", new Tickets(1, ofThePod, code)))
                .nodes(small("n1"))
                .running(pod100m("victim", 100).cpu("200m").on("n1"))
                .untilQuiet()
                .create(pod100m("preemptor", 300).cpu("200m"))
                .untilQuiet();
    }

    @ParameterizedTest
    @EnumSource
    void aPluginThatRejectsNodesIsSatisfiedByEvictions(Mode mode) {
        expectPreemption(withOneTicket(mode, false, RejectCode.UNSCHEDULABLE), "n1", "victim");
    }

    @ParameterizedTest
    @EnumSource
    void aPluginThatRefusesThePodIsSatisfiedByEvictions(Mode mode) {
        expectPreemption(withOneTicket(mode, true, RejectCode.UNSCHEDULABLE), "n1", "victim");
    }

    @ParameterizedTest
    @EnumSource
    void anUnresolvableRejectionEvictsNoPod(Mode mode) {
        withOneTicket(mode, false, RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE)
                .expectUntouched("victim")
                .expectNominated("preemptor", "")
                .expectPending(
                        "preemptor",
                        "0/1 nodes are available: 1 no ticket for preemptor."
                                + " preemption: 0/1 nodes are available: 1 Preemption is"
                                + " not helpful for scheduling.")
                .expectAtRest();
    }

    @ParameterizedTest
    @EnumSource
    void aPodThatViolatesAntiAffinityIsEvicted(Mode mode) {
        expectPreemption(
                Scenario.of(mode.profile())
                        .nodes(small("n1"))
                        .running(
                                pod100m("hated", 200).label("pod", "p0").on("n1"),
                                pod100m("hater", 100)
                                        .label("pod", "p1")
                                        .away(term(HOST).where("pod", "In", "preemptor"))
                                        .on("n1"))
                        .create(
                                pod100m("preemptor", 300)
                                        .label("pod", "preemptor")
                                        .away(term(HOST).where("pod", "In", "p0"))),
                "n1",
                "hated",
                "hater");
    }

    @ParameterizedTest
    @EnumSource
    void noPodIsEvictedWhereAMoreImportantPodBlocksTheNode(Mode mode) {
        Scenario.of(mode.profile())
                .nodes(small("n1"))
                .running(
                        pod100m("hated", 200).label("pod", "p0").on("n1"),
                        pod100m("hater", 300)
                                .label("pod", "p1")
                                .away(term(HOST).where("pod", "In", "preemptor"))
                                .on("n1"))
                .create(
                        pod100m("preemptor", 300)
                                .label("pod", "preemptor")
                                .away(term(HOST).where("pod", "In", "p0")))
                .untilQuiet()
                .expectUntouched("hated", "hater")
                .expectNominated("preemptor", "")
                .expectIn("unschedulable", "preemptor")
                .expectAtRest();
    }

    @ParameterizedTest
    @EnumSource
    void aPodThatNeverPreemptsWaits(Mode mode) {
        Scenario.of(mode.profile())
                .nodes(small("n1"))
                .running(pod100m("victim", 100).cpu("400m").on("n1"))
                .create(pod100m("preemptor", 300).cpu("300m").neverPreempts())
                .untilQuiet()
                .expectUntouched("victim")
                .expectNominated("preemptor", "")
                .expectPending(
                        "preemptor",
                        "0/1 nodes are available: 1 Insufficient cpu."
                                + " preemption: not eligible due to preemptionPolicy=Never.")
                .expectAtRest()
                .delete("victim")
                .untilQuiet()
                .expectScheduledOn("preemptor", "n1")
                .expectAtRest();
    }

    @Test
    void aClassMayForbidToPreempt() {
        Scenario.of(Profiles.inTree())
                .create(
                        dev.berth.model.json.Json.Obj.EMPTY
                                .with("apiVersion", "scheduling.k8s.io/v1")
                                .with("kind", "PriorityClass")
                                .with(
                                        "metadata",
                                        dev.berth.model.json.Json.Obj.EMPTY.with("name", "patient"))
                                .with("value", 300)
                                .with("preemptionPolicy", "Never"))
                .nodes(small("n1"))
                .running(pod100m("victim", 100).cpu("400m").on("n1"))
                .create(pod("preemptor").cpu("300m").priorityClass("patient"))
                .untilQuiet()
                .expectUntouched("victim")
                .expectIn("unschedulable", "preemptor")
                .expectAtRest();
    }

    @ParameterizedTest
    @EnumSource
    void withoutThePluginNoPodIsPreempted(Mode mode) {
        Scenario.of(
                        Profiles.only(
                                List.of(
                                        "SchedulingGates",
                                        "NodeUnschedulable",
                                        "NodeResourcesFit")))
                .nodes(small("n1"))
                .running(pod100m("victim", 100).cpu("400m").on("n1"))
                .create(pod100m("preemptor", 300).cpu("300m"))
                .untilQuiet()
                .expectUntouched("victim")
                .expectNominated("preemptor", "")
                .expectPending("preemptor", "0/1 nodes are available: 1 Insufficient cpu.")
                .expectAtRest();
    }

    @Test
    void systemClassesAreThereAndResolved() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(small("n1").cpu("100m"))
                        .running(pod("victim").cpu("100m").priority(1_000_000_000).on("n1"))
                        .create(
                                pod("cluster")
                                        .namespace("kube-system")
                                        .cpu("100m")
                                        .priorityClass("system-cluster-critical"))
                        .untilQuiet()
                        .create(
                                pod("node")
                                        .namespace("kube-system")
                                        .cpu("100m")
                                        .priorityClass("system-node-critical"))
                        .advance(A_WHILE);
        assertThat(scenario.pod("kube-system/cluster").spec().priority()).isEqualTo(2_000_000_000);
        assertThat(scenario.pod("kube-system/node").spec().priority()).isEqualTo(2_000_001_000);
        scenario.expectPreempted("victim")
                .expectScheduledOn("kube-system/node", "n1")
                .expectIn("unschedulable", "kube-system/cluster")
                .expectAtRest();
    }

    @Test
    void aClassThatIsNotThereIsRefused() {
        var scenario = Scenario.of(Profiles.inTree()).nodes(small("n1"));
        assertThatThrownBy(() -> scenario.create(pod("web").priorityClass("foo")))
                .hasMessageContaining(
                        "pods \"web\" is forbidden: no PriorityClass with name foo was found");
    }

    /// Running and waiting pods of equal priority fill the node twice over; what a preemptor frees
    /// is for nobody but itself.
    @ParameterizedTest
    @EnumSource
    void capacityFreedForOnePodIsNotTakenByWaitingPods(Mode mode) {
        var scenario = Scenario.of(mode.profile()).nodes(small("n1"));
        for (int i = 0; i < 5; i++) {
            scenario.running(slow(pod100m("running-" + i, 200)).on("n1"));
        }
        for (int i = 0; i < 5; i++) {
            scenario.create(pod100m("waiting-" + i, 200));
        }
        scenario.untilQuiet()
                .expectIn("unschedulable", "waiting-0", "waiting-4")
                .create(pod100m("preemptor", 300).cpu("300m"))
                .untilQuiet()
                .expectNominated("preemptor", "n1");
        for (int second = 0; second < 30; second++) {
            scenario.advance(Duration.ofSeconds(1));
            for (int i = 0; i < 5; i++) {
                assertThat(scenario.pod("waiting-" + i).assigned()).isFalse();
            }
        }
        scenario.expectScheduledOn("preemptor", "n1").expectAtRest().expectNoPodForgotten();
        assertThat(scenario.noted("Preempted")).hasSize(3);
    }

    /// Takes ten seconds to end.
    private static PodBuilder slow(PodBuilder pod) {
        return pod.annotation("berth.dev/stop-seconds", "10");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void podsThatComeWhileCapacityIsMadeDoNotTakeIt(long seed) {
        for (Mode mode : Mode.values()) {
            var scenario =
                    Scenario.of(mode.profile(), seed)
                            .nodes(node("n1").cpu("5").memory("5000").pods(100))
                            .create(pod100m("old-0", 200), pod100m("old-1", 200))
                            .advance(A_WHILE)
                            .expectScheduled("old-0", "old-1")
                            .create(pod100m("preemptor", 300).cpu("4900m").memory("4900"))
                            .create(
                                    pods("new", 20).stream()
                                            .map(each ->
                                                    each.cpu("100m").memory("100").priority(200))
                                            .toList())
                            .advance(A_WHILE)
                            .expectScheduledOn("preemptor", "n1");
            for (int i = 0; i < 20; i++) {
                scenario.expectIn("unschedulable", "new-" + i);
            }
            assertThat(scenario.noted("Preempted")).hasSize(1);
            scenario.expectAtRest().expectNoPodForgotten();
        }
    }

    private static Scenario budget(Scenario scenario, String name, String label, int allowed) {
        return scenario.create(
                Encoder.object(
                        new DisruptionBudget(
                                Meta.named("default", name, ""),
                                Optional.of(new LabelSelector(Labels.of(label, "bar"), List.of())),
                                allowed,
                                List.of())));
    }

    @ParameterizedTest
    @EnumSource
    void aPodWithoutABudgetIsEvictedDespiteItsHigherPriority(Mode mode) {
        var scenario =
                budget(Scenario.of(mode.profile()), "pdb", "foo", 0)
                        .nodes(small("n1"))
                        .running(
                                pod100m("low-1", 100).label("foo", "bar").on("n1"),
                                pod100m("low-2", 100).label("foo", "bar").on("n1"),
                                pod100m("mid", 200).on("n1"))
                        .create(pod100m("preemptor", 300).cpu("300m").memory("200"));
        expectPreemption(scenario, "n1", "mid");
        scenario.expectUntouched("low-1", "low-2");
    }

    @ParameterizedTest
    @EnumSource
    void aNodeWithoutViolationsIsPreferred(Mode mode) {
        var scenario =
                budget(Scenario.of(mode.profile()), "pdb", "foo", 0)
                        .nodes(small("n1"), small("n2"))
                        .running(
                                pod100m("low", 100).label("foo", "bar").on("n1"),
                                pod100m("mid", 200).on("n2"))
                        .create(pod100m("preemptor", 300).cpu("500m").memory("200"));
        expectPreemption(scenario, "n2", "mid");
        scenario.expectUntouched("low");
    }

    @ParameterizedTest
    @EnumSource
    void aNodeWithFewerViolationsAndLowerVictimsIsPreferred(Mode mode) {
        var scenario = Scenario.of(mode.profile());
        budget(scenario, "one", "foo1", 0);
        budget(scenario, "two", "foo2", 3)
                .nodes(small("n1"), small("n2"), small("n3"))
                .running(
                        pod100m("low-1", 100).label("foo1", "bar").on("n1"),
                        pod100m("mid-1", 200).on("n1"),
                        pod100m("low-2", 100).label("foo2", "bar").on("n2"),
                        pod100m("mid-2", 200).label("foo2", "bar").on("n2"),
                        pod100m("low-4", 100).label("foo2", "bar").on("n3"),
                        pod100m("low-5", 100).label("foo2", "bar").on("n3"),
                        pod100m("low-6", 100).label("foo2", "bar").on("n3"))
                .create(pod100m("preemptor", 300).cpu("500m").memory("400"));
        expectPreemption(scenario, "n3", "low-4", "low-5", "low-6");
        scenario.expectUntouched("low-1", "mid-1", "low-2", "mid-2");
    }
}
