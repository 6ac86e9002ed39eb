package dev.berth.plugins.tainttoleration;

import static dev.berth.model.Taint.NO_EXECUTE;
import static dev.berth.model.Taint.NO_SCHEDULE;
import static dev.berth.model.Taint.PREFER_NO_SCHEDULE;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.PluginProvider;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

class TaintTolerationTest {
    private static final String UNTOLERATED = "node(s) had untolerated taint(s)";
    private static final ClusterEvent TAINT_CHANGED =
            ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT);
    private static final ClusterEvent TOLERATION_ADDED =
            ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_TOLERATION);

    private final TaintToleration.Provider provider = new TaintToleration.Provider();
    private final PluginTester tester = PluginTester.of(provider);

    record Case(String name, NodeBuilder node, PodBuilder pod, boolean passes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case("no taints", node("n"), pod("p"), true),
                new Case("a taint", gpu(NO_SCHEDULE), pod("p"), false),
                new Case("a taint that evicts", gpu(NO_EXECUTE), pod("p"), false),
                new Case("a PreferNoSchedule taint", gpu(PREFER_NO_SCHEDULE), pod("p"), true),
                new Case("an unknown effect", gpu("Whatever"), pod("p"), true),
                new Case("tolerated", gpu(NO_SCHEDULE), tolerating("Equal", "yes", ""), true),
                new Case("no operator", gpu(NO_SCHEDULE), tolerating("", "yes", ""), true),
                new Case("another value", gpu(NO_SCHEDULE), tolerating("Equal", "no", ""), false),
                new Case("any value", gpu(NO_SCHEDULE), tolerating("Exists", "", ""), true),
                new Case(
                        "the effect",
                        gpu(NO_SCHEDULE),
                        tolerating("Exists", "", NO_SCHEDULE),
                        true),
                new Case(
                        "another effect",
                        gpu(NO_EXECUTE),
                        tolerating("Exists", "", NO_SCHEDULE),
                        false),
                new Case(
                        "everything",
                        gpu(NO_EXECUTE),
                        pod("p").toleration("", "Exists", "", ""),
                        true),
                new Case(
                        "one of two taints",
                        gpu(NO_SCHEDULE).taint("disk", "slow", NO_SCHEDULE),
                        tolerating("Exists", "", ""),
                        false),
                new Case(
                        "both taints",
                        gpu(NO_SCHEDULE).taint("disk", "slow", NO_SCHEDULE),
                        tolerating("Exists", "", "").toleration("disk", "Equal", "slow", ""),
                        true),
                new Case("a comparison", load("5"), comparing("Lt", "9"), false));
    }

    private static NodeBuilder gpu(String effect) {
        return node("n").taint("gpu", "yes", effect);
    }

    private static NodeBuilder load(String value) {
        return node("n").taint("load", value, NO_SCHEDULE);
    }

    private static PodBuilder tolerating(String operator, String value, String effect) {
        return pod("p").toleration("gpu", operator, value, effect);
    }

    private static PodBuilder comparing(String operator, String value) {
        return pod("p").toleration("load", operator, value, "");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aTaintRejectsPodsThatDoNotTolerateIt(Case each) {
        PluginResults result = tester.nodes(each.node).schedule(each.pod);
        if (each.passes) {
            result.passes("n");
        } else {
            result.rejectsUnresolvable("n", UNTOLERATED);
        }
    }

    @Test
    void numbersAreComparedWhereTheGateIsOn() {
        PluginTester gated = PluginTester.of(new TaintToleration(true));
        gated.nodes(load("5")).schedule(comparing("Lt", "9")).passes("n");
        gated.schedule(comparing("Lt", "5")).rejectsUnresolvable("n", UNTOLERATED);
        gated.schedule(comparing("Gt", "4")).passes("n");
        gated.schedule(comparing("Gt", "04")).rejectsUnresolvable("n", UNTOLERATED);
    }

    @Test
    void fewerPreferNoScheduleTaintsScoreHigher() {
        NodeBuilder one = node("one").taint("a", "", PREFER_NO_SCHEDULE);
        NodeBuilder two =
                node("two").taint("a", "", PREFER_NO_SCHEDULE).taint("b", "", PREFER_NO_SCHEDULE);
        tester.nodes(node("none"), one, two)
                .schedule(pod("p"))
                .scores("none", 100)
                .scores("one", 50)
                .scores("two", 0);
    }

    @Test
    void nodesWithoutSuchTaintsAllGetAHundred() {
        tester.nodes(node("a"), node("b").taint("a", "", NO_SCHEDULE))
                .schedule(pod("p").toleration("a", "Exists", "", ""))
                .scores("a", 100)
                .scores("b", 100);
    }

    @Test
    void aTolerationOfAnotherEffectDoesNotHelpTheScore() {
        tester.nodes(node("a"), node("b").taint("a", "", PREFER_NO_SCHEDULE));
        tester.schedule(pod("p").toleration("a", "Exists", "", NO_SCHEDULE))
                .scores("a", 100)
                .scores("b", 0);
        tester.schedule(pod("p").toleration("a", "Exists", "", PREFER_NO_SCHEDULE))
                .scores("b", 100);
        tester.schedule(pod("p").toleration("a", "Exists", "", "")).scores("b", 100);
    }

    @Test
    void withoutPreScoreTheScoreIsAnError() {
        tester.nodes(node("a"));
        assertThatThrownBy(() -> tester.scheduleWithoutPrePoints(pod("p")))
                .hasMessage(
                        "failed to read \"PreScoreTaintToleration\" from cycleState: not found");
    }

    record Hint(String name, ObjectChange change, boolean requeues) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Hint> nodeChanges() {
        var shut = gpu(NO_SCHEDULE).build();
        var open = node("n").build();
        var asking = gpu(PREFER_NO_SCHEDULE).build();
        return List.of(
                new Hint("an open node comes", ObjectChange.added(open), true),
                new Hint("a tainted node comes", ObjectChange.added(shut), false),
                new Hint("the taint goes", ObjectChange.updated(shut, open), true),
                new Hint(
                        "the taint becomes PreferNoSchedule",
                        ObjectChange.updated(shut, asking),
                        true),
                new Hint("still tainted", ObjectChange.updated(shut, shut), false),
                new Hint("was open before", ObjectChange.updated(open, open), false),
                new Hint("a taint comes", ObjectChange.updated(open, shut), false));
    }

    @ParameterizedTest
    @MethodSource("nodeChanges")
    void aNodeThatOpensForThePodRequeuesIt(Hint each) {
        ClusterEvent event = each.change.before().isEmpty() ? ClusterEvent.NODE_ADD : TAINT_CHANGED;
        assertThat(tester.requeues(pod("p"), event, each.change)).isEqualTo(each.requeues);
    }

    @Test
    void onlyATolerationOfItsOwnRequeuesThePod() {
        var own = ObjectChange.updated(pod("p").build(), tolerating("Exists", "", "").build());
        var other = ObjectChange.updated(pod("q").build(), pod("q").build());
        assertThat(tester.requeues(pod("p"), TOLERATION_ADDED, own)).isTrue();
        assertThat(tester.requeues(pod("p"), TOLERATION_ADDED, other)).isFalse();
    }

    @Test
    void itTakesNoArgumentsAndHasAPreFilter() {
        assertThat(provider.name()).isEqualTo("TaintToleration");
        assertThat(provider.defaults()).isEqualTo(PluginProvider.NoArgs.NONE);
        assertThat(new TaintToleration(false).hasPreFilter()).isTrue();
    }
}
