package dev.berth.plugins.nodeaffinity;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Affinity;
import dev.berth.model.NodeAffinity.Preferred;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Requirement;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class NodeAffinityTest {
    private static final String NOT_WANTED = "node(s) didn't match Pod's node affinity/selector";
    private static final String NOT_ALLOWED =
            "node(s) didn't match scheduler-enforced node affinity";
    private static final ClusterEvent LABELED =
            ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_LABEL);

    private final NodeAffinityPlugin.Provider provider = new NodeAffinityPlugin.Provider();
    private final PluginTester tester =
            PluginTester.of(provider).nodes(node("n1").label("a", "1"), node("n2").label("a", "2"));

    private static NodeSelectorTerm labels(String key, String operator, String... values) {
        return new NodeSelectorTerm(
                List.of(new Requirement(key, operator, List.of(values))), List.of());
    }

    private static NodeSelectorTerm named(String operator, String... values) {
        return new NodeSelectorTerm(List.of(), List.of(name(operator, values)));
    }

    private static Requirement name(String operator, String... values) {
        return new Requirement("metadata.name", operator, List.of(values));
    }

    private static PodBuilder requiring(NodeSelectorTerm... terms) {
        return with(Optional.of(List.of(terms)), Optional.empty());
    }

    private static PodBuilder preferring(Preferred... terms) {
        return with(Optional.empty(), Optional.of(List.of(terms)));
    }

    private static PodBuilder with(
            Optional<List<NodeSelectorTerm>> required, Optional<List<Preferred>> preferred) {
        return pod("p").affinity(
                        new Affinity(
                                Optional.of(new dev.berth.model.NodeAffinity(required, preferred)),
                                Optional.empty(),
                                Optional.empty()));
    }

    record Case(String name, PodBuilder pod, boolean first, boolean second) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case("an empty node selector", pod("p").emptyNodeSelector(), true, true),
                new Case("a node selector", pod("p").nodeSelector("a", "1"), true, false),
                new Case("with an odd key", pod("p").nodeSelector("a b", "1"), false, false),
                new Case(
                        "selector and affinity",
                        requiring(labels("a", "Exists")).nodeSelector("a", "2"),
                        false,
                        true),
                new Case("no terms", requiring(), false, false),
                new Case("greater", requiring(labels("a", "Gt", "01")), false, true),
                new Case("less", requiring(labels("a", "Lt", "2")), true, false),
                new Case("not this name", requiring(named("NotIn", "n1")), false, true),
                new Case(
                        "an unreadable term beside a good one",
                        requiring(labels("a", "Foo"), labels("a", "In", "1")),
                        true,
                        false),
                new Case("an unreadable term", requiring(labels("a", "Foo")), false, false),
                new Case(
                        "several names, which Filter cannot read",
                        requiring(named("In", "n1", "n2")),
                        false,
                        false),
                new Case(
                        "a name, or nothing in particular",
                        requiring(named("In", "n1"), new NodeSelectorTerm(List.of(), List.of())),
                        true,
                        false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatThePodDemandsMustBeThere(Case each) {
        PluginResults result = tester.schedule(each.pod);
        check(result, "n1", each.first);
        check(result, "n2", each.second);
    }

    private static void check(PluginResults result, String node, boolean passes) {
        if (passes) {
            result.passes(node);
        } else {
            result.rejectsUnresolvable(node, NOT_WANTED);
        }
    }

    @Test
    void aPodThatDemandsNothingIsNotLookedAt() {
        tester.schedule(pod("p")).skipsFilter().skipsScore();
        tester.schedule(preferring()).skipsFilter();
    }

    @Test
    void namesInTheTermsNarrowTheSearch() {
        // Nodes that are not named are not evaluated, so this plugin does not reject them.
        tester.schedule(requiring(named("In", "n1"))).passes("n1", "n2");
        tester.schedule(requiring(named("In", "n1"), named("In", "none"))).passes("n1");
    }

    @Test
    void conflictingNamesRejectThePod() {
        var both = new NodeSelectorTerm(List.of(), List.of(name("In", "n1"), name("In", "n2")));
        tester.schedule(requiring(both)).rejectsPod("pod affinity terms conflict");
        tester.schedule(requiring(named("In"))).rejectsPod("pod affinity terms conflict");
        tester.schedule(requiring(both, named("In", "n2"))).passes("n2");
    }

    @Test
    void withoutPreFilterNodesAreEvaluatedOneByOne() {
        var both = new NodeSelectorTerm(List.of(), List.of(name("In", "n1"), name("In", "n2")));
        tester.scheduleWithoutPrePoints(requiring(both))
                .rejectsUnresolvable("n1", NOT_WANTED)
                .rejectsUnresolvable("n2", NOT_WANTED);
        tester.scheduleWithoutPrePoints(pod("p")).passes("n1", "n2").scores("n1", 0);
    }

    @Test
    void preferencesAddUpAndTheBestGetsAHundred() {
        PluginTester five =
                PluginTester.of(provider)
                        .nodes(
                                node("n1").label("a", "1"),
                                node("n2").label("b", "1"),
                                node("n3"),
                                node("n5").label("a", "1").label("b", "1").label("c", "1"));
        five.schedule(
                        preferring(
                                new Preferred(2, labels("a", "Exists")),
                                new Preferred(4, labels("b", "Exists")),
                                new Preferred(5, labels("c", "Exists"))))
                .scores("n1", 18)
                .scores("n2", 36)
                .scores("n3", 0)
                .scores("n5", 100);
    }

    @Test
    void preferencesThatNoNodeMeetsScoreNothing() {
        tester.schedule(preferring(new Preferred(2, labels("x", "Exists"))))
                .scores("n1", 0)
                .scores("n2", 0);
        tester.schedule(preferring(new Preferred(0, labels("a", "In", "1")))).scores("n1", 0);
    }

    @Test
    void aPreferenceThatCannotBeReadIsAnError() {
        assertThatThrownBy(
                        () -> tester.schedule(preferring(new Preferred(5, labels("a", "Gt", "x")))))
                .hasMessage(
                        "[0].matchExpressions[0].values[0]: Invalid value: \"x\": for 'Gt', 'Lt'"
                                + " operators, the value must be an integer");
    }

    private static AffinityArgs added(
            Optional<List<NodeSelectorTerm>> required, Optional<List<Preferred>> preferred) {
        return new AffinityArgs(Optional.of(new dev.berth.model.NodeAffinity(required, preferred)));
    }

    @Test
    void whatTheProfileDemandsComesFirst() {
        var args = added(Optional.of(List.of(labels("a", "In", "1"))), Optional.empty());
        PluginTester strict =
                PluginTester.of(provider, args)
                        .nodes(node("n1").label("a", "1"), node("n2").label("a", "2"));
        strict.schedule(pod("p")).passes("n1").rejectsUnresolvable("n2", NOT_ALLOWED);
        strict.schedule(pod("p").nodeSelector("a", "3"))
                .rejectsUnresolvable("n1", NOT_WANTED)
                .rejectsUnresolvable("n2", NOT_ALLOWED);
        PluginTester.of(provider, added(Optional.of(List.of()), Optional.empty()))
                .nodes(node("n1"))
                .schedule(pod("p"))
                .rejectsUnresolvable("n1", NOT_ALLOWED);
    }

    @Test
    void whatTheProfilePrefersIsAddedToThePodsOwn() {
        var args =
                added(
                        Optional.empty(),
                        Optional.of(List.of(new Preferred(3, labels("a", "In", "2")))));
        PluginTester leaning =
                PluginTester.of(provider, args)
                        .nodes(node("n1").label("a", "1"), node("n2").label("a", "2"));
        leaning.schedule(pod("p")).scores("n1", 0).scores("n2", 100);
        leaning.schedule(preferring(new Preferred(1, labels("a", "Exists"))))
                .scores("n1", 25)
                .scores("n2", 100);
    }

    @Test
    void badArgumentsAreReportedWithTheirPath() {
        var args =
                added(
                        Optional.of(List.of(labels("a", "Foo"), labels("b b", "Exists"))),
                        Optional.of(
                                List.of(
                                        new Preferred(1, labels("a", "In")),
                                        new Preferred(0, labels("a", "In")))));
        var problems = new ArrayList<String>();
        provider.check(args, gate -> false, (path, value, problem) -> problems.add(path));
        assertThat(problems)
                .containsExactly(
                        "addedAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                                + ".nodeSelectorTerms[0].matchExpressions[0].operator",
                        "addedAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                                + ".nodeSelectorTerms[1].matchExpressions[0].key",
                        "addedAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]"
                                + ".matchExpressions[0].values");
        provider.check(
                provider.defaults(),
                gate -> false,
                (path, value, problem) -> problems.add("default " + path));
        assertThat(problems).hasSize(3);
    }

    record Hint(String name, PodBuilder pod, ObjectChange change, boolean requeues) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Hint> hints() {
        PodBuilder wants = requiring(labels("a", "In", "1"));
        var good = node("n").label("a", "1").build();
        var bad = node("n").label("a", "2").build();
        return List.of(
                new Hint("a node that matches comes", wants, ObjectChange.added(good), true),
                new Hint("another node comes", wants, ObjectChange.added(bad), false),
                new Hint("a node begins to match", wants, ObjectChange.updated(bad, good), true),
                new Hint("it matched before", wants, ObjectChange.updated(good, good), false),
                new Hint("it matches no more", wants, ObjectChange.updated(good, bad), false),
                new Hint(
                        "terms that cannot be read",
                        requiring(labels("a", "Foo")),
                        ObjectChange.added(good),
                        true));
    }

    @ParameterizedTest
    @MethodSource("hints")
    void aNodeThatBeginsToMatchRequeuesThePod(Hint each) {
        ClusterEvent event = each.change.before().isEmpty() ? ClusterEvent.NODE_ADD : LABELED;
        boolean requeued;
        try {
            requeued = tester.requeues(each.pod, event, each.change);
        } catch (RuntimeException unreadable) {
            // The queue treats an exception as Queue.
            requeued = true;
        }
        assertThat(requeued).isEqualTo(each.requeues);
    }

    @Test
    void aNodeTheProfileDoesNotAllowRequeuesNoPod() {
        var args = added(Optional.of(List.of(labels("a", "In", "1"))), Optional.empty());
        var change = ObjectChange.added(node("n").label("a", "2").build());
        assertThat(
                        PluginTester.of(provider, args)
                                .requeues(pod("p"), ClusterEvent.NODE_ADD, change))
                .isFalse();
    }
}
