package dev.berth.plugins.podtopologyspread;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.service;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.PluginTester.Step.comes;
import static dev.berth.testkit.PluginTester.Step.goes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.OwnerReference;
import dev.berth.model.Requirement;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.WorkloadOwner;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Score;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.SpreadBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class PodTopologySpreadTest {
    private static final String NO_LABEL =
            "node(s) didn't match pod topology spread constraints (missing required label)";
    private static final String SKEWED = "node(s) didn't match pod topology spread constraints";
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";

    private final PodTopologySpread.Provider provider = new PodTopologySpread.Provider();

    private PluginTester tester(NodeBuilder... nodes) {
        return PluginTester.of(provider).nodes(nodes);
    }

    /// A pod of the app `foo` with these constraints.
    private static PodBuilder foo(SpreadBuilder... constraints) {
        PodBuilder pod = pod("p").label("app", "foo");
        for (SpreadBuilder constraint : constraints) {
            pod.spread(constraint);
        }
        return pod;
    }

    private static PodBuilder bar(SpreadBuilder... constraints) {
        return foo(constraints).label("app", "bar");
    }

    private static SpreadBuilder over(String key) {
        return spread(key).of("app", "foo");
    }

    /// Adds the given number of pods of the app `foo` to each of the nodes.
    private static PluginTester with(PluginTester tester, String nodes, int... counts) {
        return with(tester, "foo", nodes, counts);
    }

    private static PluginTester with(PluginTester tester, String app, String nodes, int... counts) {
        String[] names = nodes.split(" ");
        for (int i = 0; i < names.length; i++) {
            for (int number = 0; number < counts[i]; number++) {
                tester.running(running(app, names[i], number));
            }
        }
        return tester;
    }

    private static PodBuilder running(String app, String node, int number) {
        return pod(app + "-" + node + "-" + number).label("app", app).on(node);
    }

    /// Nodes a1 and a2 are in zone a, b1 and b2 in zone b, and `bare` in no zone.
    private PluginTester zones() {
        return tester(
                node("a1").zone("a"),
                node("a2").zone("a"),
                node("b1").zone("b"),
                node("b2").zone("b"),
                node("bare"));
    }

    /// Asserts that the listed nodes pass, that nodes without the label have that reason, and that
    /// the others exceed the skew.
    private static void check(PluginResults result, String all, String passing, String unlabeled) {
        for (String name : all.split(" ")) {
            if (List.of(passing.split(" ")).contains(name)) {
                result.passes(name);
            } else if (List.of(unlabeled.split(" ")).contains(name)) {
                result.rejectsUnresolvable(name, NO_LABEL);
            } else {
                result.rejects(name, SKEWED).rejectsUnschedulable(name);
            }
        }
    }

    record Hard(String name, PodBuilder pod, String passing, String unlabeled) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Hosts n0 to n3 have as many pods of `foo` as their number.
    static List<Hard> byHost() {
        return List.of(
                new Hard("maxSkew 1", foo(over(HOST)), "n0", ""),
                new Hard("maxSkew 2", foo(over(HOST).maxSkew(2)), "n0 n1", ""),
                new Hard("maxSkew 4", foo(over(HOST).maxSkew(4)), "n0 n1 n2 n3", ""),
                new Hard("the pod does not count itself", bar(over(HOST)), "n0 n1", ""),
                new Hard("no pods count", foo(spread(HOST)), "n0 n1 n2 n3", ""),
                new Hard(
                        "a selector of all pods counts none",
                        foo(spread(HOST).ofAll()),
                        "n0 n1 n2 n3",
                        ""),
                new Hard(
                        "a selector for others",
                        foo(spread(HOST).of("app", "bar")),
                        "n0 n1 n2 n3",
                        ""),
                new Hard("a label that no node has", foo(over("rack")), "", "n0 n1 n2 n3"),
                new Hard(
                        "two limits for one label",
                        foo(over(HOST), over(HOST).maxSkew(2)),
                        "n0",
                        ""),
                new Hard("enough domains", foo(over(HOST).minDomains(4)), "n0", ""),
                new Hard(
                        "one domain too few, the emptiest has none anyway",
                        foo(over(HOST).minDomains(5)),
                        "n0",
                        ""),
                new Hard(
                        "constraints of other pods' kind are evaluated one by one",
                        foo(over(HOST).maxSkew(2), spread(HOST).of("app", "bar")),
                        "n0 n1",
                        ""));
    }

    @ParameterizedTest
    @MethodSource("byHost")
    void noHostMayHaveTooManyMore(Hard each) {
        PluginTester tester = tester(node("n2"), node("n1"), node("n0"), node("n3"));
        with(tester, "n2 n1 n0 n3", 2, 1, 0, 3);
        check(tester.schedule(each.pod), "n0 n1 n2 n3", each.passing, each.unlabeled);
    }

    /// Zones of two nodes have 2 and 1 pods of `foo`, and a node without a zone has another one.
    static List<Hard> byZone() {
        return List.of(
                new Hard("maxSkew 1", foo(over(ZONE)), "b1 b2", "bare"),
                new Hard("maxSkew 2", foo(over(ZONE).maxSkew(2)), "a1 a2 b1 b2", "bare"),
                new Hard(
                        "soft constraints do not forbid",
                        foo(over(ZONE).soft(), over(HOST)),
                        "a2 b2",
                        ""),
                new Hard(
                        "a zone is missing",
                        foo(over(ZONE).maxSkew(2).minDomains(3)),
                        "b1 b2",
                        "bare"),
                new Hard("zone and host", foo(over(ZONE), over(HOST)), "b2", "bare"),
                new Hard("host and zone", foo(over(HOST), over(ZONE)), "b2", "bare"));
    }

    @ParameterizedTest
    @MethodSource("byZone")
    void noZoneMayHaveTooManyMore(Hard each) {
        PluginTester tester = with(zones(), "a1 b1 bare", 2, 1, 1);
        check(tester.schedule(each.pod), "a1 a2 b1 b2 bare", each.passing, each.unlabeled);
    }

    @Test
    void theLargestSkewThereIsAllowsAnything() {
        PluginTester tester = with(tester(node("x"), node("y")), "x y", 9, 2);
        tester.schedule(foo(over(HOST).maxSkew(Integer.MAX_VALUE))).passes("x", "y");
        tester.schedule(bar(over(HOST).maxSkew(Integer.MAX_VALUE))).passes("x", "y");
    }

    @Test
    void tooFewDomainsMakeTheEmptiestCountAsNone() {
        PluginTester tester = with(tester(node("x"), node("y"), node("z")), "x y z", 2, 2, 1);
        check(tester.schedule(foo(over(HOST).maxSkew(2).minDomains(4))), "x y z", "z", "");
        check(tester.schedule(foo(over(HOST).maxSkew(2).minDomains(3))), "x y z", "x y z", "");
    }

    @Test
    void aNodeThatLacksOneLabelCountsForNoConstraint() {
        // The pod on b, which has no zone, does not count for the constraint on hosts, either.
        PluginTester tester = tester(node("a").zone("z"), node("b"), node("c").zone("z"));
        with(tester, "a b", 1, 5);
        check(tester.schedule(foo(over(HOST), spread(ZONE).of("app", "bar"))), "a b c", "c", "b");
        check(tester.schedule(foo(over(HOST).maxSkew(2), spread(ZONE))), "a c", "a c", "");
    }

    @Test
    void anEmptyLabelIsADomainLikeAnyOther() {
        PluginTester tester = tester(node("a").zone(""), node("b").zone("z"));
        with(tester, "a b", 1, 0);
        check(tester.schedule(foo(over(ZONE))), "a b", "b", "");
    }

    @Test
    void podsElsewhereOrGoingAwayDoNotCount() {
        zones().running(
                        running("foo", "a1", 1).namespace("other"),
                        running("foo", "a1", 2).terminating(),
                        running("bar", "a1", 3))
                .schedule(foo(over(ZONE)))
                .passes("a1", "a2", "b1", "b2");
    }

    @Test
    void countsFollowPodsAndNodes() {
        PluginTester tester = with(zones(), "a1", 1);
        tester.schedule(foo(over(ZONE))).rejects("a2", SKEWED).passes("b1");
        tester.running(running("foo", "b2", 0));
        tester.schedule(foo(over(ZONE))).passes("a1", "b1");
        tester.running(running("foo", "b2", 0).terminating());
        tester.schedule(foo(over(ZONE))).rejects("a1", SKEWED).passes("b1");
        tester.removed(running("foo", "a1", 0));
        tester.schedule(foo(over(ZONE))).passes("a1", "b1");
        tester.running(running("foo", "a2", 0), running("foo", "a2", 1));
        tester.nodes(node("a2").zone("c"));
        tester.schedule(foo(over(ZONE))).passes("a1", "b1").rejects("a2", SKEWED);
        tester.nodes(node("a2"));
        tester.schedule(foo(over(ZONE))).passes("a1", "b1").rejectsUnresolvable("a2", NO_LABEL);
    }

    record Policy(String name, PodBuilder pod, String passing) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Three hosts with 0, 1 and 2 pods; the empty one is tainted and has no disk.
    static List<Policy> policies() {
        SpreadBuilder plain = over("host");
        return List.of(
                new Policy("every node counts", foo(plain), "n0"),
                new Policy(
                        "node selectors are honoured",
                        foo(plain).nodeSelector("disk", "ssd"),
                        "n0 n1"),
                new Policy(
                        "or not",
                        foo(over("host").affinityPolicy("Ignore")).nodeSelector("disk", "ssd"),
                        "n0"),
                new Policy(
                        "taints are honoured if wanted",
                        foo(over("host").taintsPolicy("Honor")),
                        "n0 n1"),
                new Policy(
                        "but tolerated ones do not matter",
                        foo(over("host").taintsPolicy("Honor")).toleration("k", "Exists", "", ""),
                        "n0"),
                new Policy(
                        "an unknown policy is not Honor",
                        foo(over("host").affinityPolicy("")).nodeSelector("disk", "ssd"),
                        "n0"),
                new Policy(
                        "where no node counts the least is none",
                        foo(plain).nodeSelector("disk", "tape"),
                        "n0 n1 n2"));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void inclusionPoliciesSelectTheNodesThatCount(Policy each) {
        PluginTester tester =
                tester(
                        node("n0").label("host", "0").taint("k", "", "NoSchedule"),
                        node("n1").label("host", "1").label("disk", "ssd"),
                        node("n2").label("host", "2").label("disk", "ssd"));
        with(tester, "n0 n1 n2", 0, 1, 2);
        check(tester.schedule(each.pod), "n0 n1 n2", each.passing, "");
    }

    @Test
    void aSoftTaintExcludesNoNode() {
        PluginTester tester =
                tester(node("n0").taint("k", "", "PreferNoSchedule"), node("n1").cordoned());
        with(tester, "n1", 1);
        check(tester.schedule(foo(over(HOST).taintsPolicy("Honor"))), "n0 n1", "n0", "");
    }

    @Test
    void aConditionFollowsTheNode() {
        PluginTester tester = tester(node("n0"), node("n1"));
        with(tester, "n1", 1);
        PodBuilder pod = foo(over(HOST).taintsPolicy("Honor"));
        tester.schedule(pod).rejects("n1", SKEWED);
        tester.nodes(node("n0").taint("k", "", "NoExecute"));
        tester.schedule(pod).passes("n1");
        tester.nodes(node("n0"));
        tester.schedule(pod).rejects("n1", SKEWED);
    }

    @Test
    void matchLabelKeysNarrowTheSelectorByThePodsOwnLabels() {
        PluginTester tester = tester(node("n0"), node("n1"));
        tester.running(running("foo", "n1", 0).label("rev", "1"));
        SpreadBuilder byRevision = over(HOST).matchLabelKeys("rev", "none");
        tester.schedule(foo(byRevision).label("rev", "2")).passes("n0", "n1");
        tester.schedule(foo(byRevision).label("rev", "1")).rejects("n1", SKEWED);
        // A key that the pod does not have adds nothing to the selector.
        tester.schedule(foo(byRevision)).rejects("n1", SKEWED);
        // An absent selector stays absent, and an empty one becomes the label.
        tester.schedule(foo(spread(HOST).matchLabelKeys("rev")).label("rev", "1"))
                .passes("n0", "n1");
        tester.schedule(foo(spread(HOST).ofAll().matchLabelKeys("rev")).label("rev", "1"))
                .rejects("n1", SKEWED);
    }

    @Test
    void aPodWithoutHardConstraintsIsNotLookedAt() {
        zones().schedule(pod("p")).skipsFilter().skipsScore();
        zones().schedule(foo(over(ZONE).soft())).skipsFilter();
        zones().schedule(foo(over(ZONE))).skipsScore();
    }

    @Test
    void aSelectorThatCannotBeReadIsAnError() {
        assertThatThrownBy(() -> zones().schedule(foo(spread(ZONE).where("app", "Foo", "x"))))
                .hasMessage(
                        "get constraints from pod: obtaining pod's hard topology spread"
                                + " constraints: \"Foo\" is not a valid label selector operator");
        assertThatThrownBy(
                        () -> zones().schedule(foo(spread(ZONE).where("app", "Foo", "x").soft())))
                .hasMessage(
                        "calculating preScoreState: obtaining pod's soft topology spread"
                                + " constraints: \"Foo\" is not a valid label selector operator");
    }

    @Test
    void withoutPreFilterOrPreScoreItIsAnError() {
        assertThatThrownBy(() -> zones().scheduleWithoutPrePoints(foo(over(ZONE))))
                .hasMessage("reading \"PreFilterPodTopologySpread\" from cycleState: not found");
        var plugin = new PodTopologySpread(SpreadArgs.DEFAULT, zones().context());
        var scoreOnly =
                PluginTester.of(
                                (Score)
                                        (cycle, feasible) ->
                                                plugin.scorerWithoutPreScore(cycle, feasible))
                        .nodes(node("n"));
        assertThatThrownBy(() -> scoreOnly.schedule(foo(over(ZONE).soft())))
                .hasMessage(
                        "error reading \"PreScorePodTopologySpread\" from cycleState: not found");
    }

    private static SpreadArgs listed(SpreadBuilder... constraints) {
        var built = new ArrayList<SpreadConstraint>();
        for (SpreadBuilder constraint : constraints) {
            built.add(constraint.build());
        }
        return new SpreadArgs(built, SpreadArgs.DefaultingType.LIST);
    }

    private static OwnerReference controller(String apiVersion, String kind) {
        return new OwnerReference(apiVersion, kind, "own", "own", true);
    }

    private static WorkloadOwner owner(Kind kind, Optional<LabelSelector> selector) {
        return new WorkloadOwner(kind, Meta.named("default", "own", "own"), selector);
    }

    private static Optional<LabelSelector> labeled(String key, String value) {
        return Optional.of(new LabelSelector(Labels.of(key, value), List.of()));
    }

    private static Optional<LabelSelector> expecting(String key, String operator) {
        return Optional.of(
                new LabelSelector(Labels.NONE, List.of(new Requirement(key, operator, List.of()))));
    }

    /// The constraints from services and owners for a pod of the app foo. One such pod runs on a,
    /// and one of the app foo and the tier back on b.
    record Derived(String name, List<KubeObject> objects, PodBuilder pod, String passing) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Derived> derived() {
        var replicaSet = controller("apps/v1", "ReplicaSet");
        var appOnly = service("s", Labels.of("app", "foo"));
        return List.of(
                new Derived("nothing selects the pod", List.of(), foo(), "a b c"),
                new Derived("a service", List.of(appOnly), foo(), "c"),
                new Derived(
                        "a service for others",
                        List.of(service("s", Labels.of("app", "bar"))),
                        foo(),
                        "a b c"),
                new Derived(
                        "a service without selector",
                        List.of(service("s", Labels.NONE)),
                        foo(),
                        "a b c"),
                new Derived(
                        "two services are taken together",
                        List.of(appOnly, service("t", Labels.of("tier", "back"))),
                        foo().label("tier", "back"),
                        "a c"),
                new Derived(
                        "a replication controller",
                        List.of(owner(Kind.REPLICATION_CONTROLLER, labeled("tier", "back"))),
                        foo().owner(controller("v1", "ReplicationController")),
                        "a b c"),
                new Derived(
                        "a replica set",
                        List.of(owner(Kind.REPLICA_SET, labeled("app", "foo"))),
                        foo().owner(replicaSet),
                        "c"),
                new Derived(
                        "a replica set and a service",
                        List.of(
                                appOnly,
                                owner(Kind.REPLICA_SET, expecting("tier", "DoesNotExist"))),
                        foo().owner(replicaSet),
                        "b c"),
                new Derived(
                        "a stateful set",
                        List.of(owner(Kind.STATEFUL_SET, expecting("app", "Exists"))),
                        foo().owner(controller("apps/v1", "StatefulSet")),
                        "c"),
                new Derived(
                        "an owner that cannot be read adds nothing",
                        List.of(appOnly, owner(Kind.REPLICA_SET, expecting("tier", "Foo"))),
                        foo().owner(replicaSet),
                        "c"),
                new Derived(
                        "an owner without selector adds nothing",
                        List.of(appOnly, owner(Kind.REPLICA_SET, Optional.empty())),
                        foo().owner(replicaSet),
                        "c"),
                new Derived(
                        "an owner that is not there", List.of(), foo().owner(replicaSet), "a b c"),
                new Derived(
                        "an owner that does not control the pod",
                        List.of(owner(Kind.REPLICA_SET, labeled("app", "foo"))),
                        foo().owner(new OwnerReference("apps/v1", "ReplicaSet", "own", "", false)),
                        "a b c"),
                new Derived(
                        "an owner of an unknown kind",
                        List.of(owner(Kind.REPLICA_SET, labeled("app", "foo"))),
                        foo().owner(controller("apps/v1beta1", "ReplicaSet")),
                        "a b c"),
                new Derived(
                        "constraints of the pod's own, be they soft, replace the defaults",
                        List.of(appOnly),
                        foo(over(HOST).soft()),
                        "a b c"));
    }

    @ParameterizedTest
    @MethodSource("derived")
    void listedDefaultsTakeTheirSelectorFromServicesAndOwners(Derived each) {
        PluginTester tester =
                PluginTester.of(provider, listed(spread(HOST)))
                        .nodes(node("a"), node("b"), node("c"))
                        .running(
                                running("foo", "a", 0),
                                running("foo", "b", 0).label("tier", "back"));
        tester.objects(each.objects.toArray(KubeObject[]::new));
        check(tester.schedule(each.pod), "a b c", each.passing, "");
    }

    @Test
    void defaultsFollowTheirServices() {
        PluginTester tester =
                PluginTester.of(provider, listed(spread(HOST))).nodes(node("a"), node("b"));
        with(tester, "a", 1);
        tester.schedule(foo()).skipsFilter();
        tester.objects(service("s", Labels.of("app", "foo")));
        tester.schedule(foo()).rejects("a", SKEWED);
        tester.schedule(foo().namespace("other")).skipsFilter();
        tester.removed(service("s", Labels.of("app", "foo")));
        tester.schedule(foo()).skipsFilter();
    }

    @Test
    void hostsAreScoredByTheirOwnPods() {
        PluginTester tester = tester(node("n4"), node("n3"), node("n2"), node("n1"));
        with(tester, "n4 n3 n2 n1", 4, 3, 2, 1);
        tester.schedule(foo(over(HOST).maxSkew(3).soft()))
                .scores("n4", 44)
                .scores("n3", 66)
                .scores("n2", 77)
                .scores("n1", 100);
        // The system defaults have the same result if nodes have no zone.
        tester.objects(service("s", Labels.of("app", "foo")));
        tester.schedule(foo())
                .skipsFilter()
                .scores("n4", 44)
                .scores("n3", 66)
                .scores("n2", 77)
                .scores("n1", 100);
    }

    @Test
    void zonesAndHostsAddUp() {
        PluginTester tester =
                tester(
                        node("n1").zone("a"),
                        node("n2").zone("a"),
                        node("n3").zone("b"),
                        node("n4").zone("b"));
        with(tester, "foo", "n1 n3", 2, 1);
        with(tester, "bar", "n2 n4", 1, 1);
        tester.schedule(foo(over(ZONE).soft(), spread(HOST).of("app", "bar").soft()))
                .scores("n1", 60)
                .scores("n2", 20)
                .scores("n3", 100)
                .scores("n4", 60);
    }

    @Test
    void podsOnNodesThatAreOutOfTheQuestionCountForTheirZone() {
        PluginTester tester =
                tester(
                        node("n1").zone("a").label("ready", ""),
                        node("n2").zone("a").label("ready", ""),
                        node("n3").zone("b").label("ready", ""),
                        node("n4").zone("b"));
        with(tester, "n1 n2 n3 n4", 2, 4, 1, 3);
        tester.schedule(foo(over(ZONE).soft(), spread("ready")))
                .rejectsUnresolvable("n4", NO_LABEL)
                .scores("n1", 75)
                .scores("n2", 75)
                .scores("n3", 100);
    }

    @Test
    void aNodeWithoutTheLabelScoresNothingAndIsNotCounted() {
        PluginTester tester = tester(node("n1"), node("n2").withoutLabel(HOST), node("n3"));
        with(tester, "n1 n2 n3", 4, 1, 1);
        tester.schedule(foo(over(HOST).soft())).scores("n1", 16).scores("n2", 0).scores("n3", 100);
    }

    @Test
    void withListedDefaultsANodeWithoutTheLabelScoresNothingToo() {
        PluginTester tester =
                PluginTester.of(provider, listed(spread(HOST).soft()))
                        .nodes(node("n1"), node("n2").withoutLabel(HOST), node("n3"))
                        .objects(service("s", Labels.of("app", "foo")));
        with(tester, "n1 n2 n3", 4, 1, 1);
        tester.schedule(foo()).scores("n1", 16).scores("n2", 0).scores("n3", 100);
    }

    @Test
    void theSystemDefaultsScoreANodeByTheLabelsItHas() {
        // Nodes without a zone are in the domain of the empty value, with the nodes whose zone is
        // "".
        PluginTester tester =
                tester(node("empty").zone(""), node("none"), node("a").zone("a"))
                        .objects(service("s", Labels.of("app", "foo")));
        with(tester, "empty none a", 0, 2, 1);
        tester.schedule(foo()).scores("empty", 55).scores("none", 100).scores("a", 55);
    }

    @Test
    void aZoneWithoutPodsHasTheBestScore() {
        zones().schedule(foo(over(ZONE).soft()))
                .scores("a1", 100)
                .scores("b2", 100)
                .scores("bare", 0);
        // Every selector counts, except one that selects all pods.
        with(zones(), "a1", 3)
                .schedule(foo(spread(ZONE).ofAll().soft()))
                .scores("a1", 100)
                .scores("b1", 100);
        with(zones(), "a1", 3)
                .schedule(foo(spread(ZONE).soft()))
                .scores("a1", 100)
                .scores("b1", 100);
    }

    @Test
    void aLargerSkewLevelsTheScores() {
        // Raw scores 2 ln 4 + 9 = 12 and 0 ln 4 + 9 = 9.
        with(zones(), "a1", 2)
                .schedule(foo(over(ZONE).maxSkew(10).soft()))
                .scores("a1", 75)
                .scores("b1", 100);
    }

    @Test
    void inclusionPoliciesHoldForZonesButNotForHosts() {
        PluginTester tester =
                tester(node("n1").zone("a"), node("n2").zone("b").taint("k", "", "NoSchedule"));
        with(tester, "n2", 3);
        tester.schedule(foo(over(ZONE).taintsPolicy("Honor").soft()))
                .scores("n1", 100)
                .scores("n2", 100);
        tester.schedule(foo(over(ZONE).soft())).scores("n1", 100).scores("n2", 0);
        tester.schedule(foo(over(HOST).taintsPolicy("Honor").soft()))
                .scores("n1", 100)
                .scores("n2", 0);
    }

    @Test
    void scoresWidelyApartComeOutRight() {
        PluginTester tester = tester(node("n1"), node("n2"), node("n3"));
        with(tester, "n1 n2 n3", 0, 400, 1000);
        // Raw scores 0, 400 ln 5 = 644 and 1000 ln 5 = 1609.
        tester.schedule(foo(over(HOST).soft())).scores("n1", 100).scores("n2", 59).scores("n3", 0);
    }

    @Test
    void aPodMoreOrLessMovesTheCounts() {
        PluginTester tester = with(zones(), "a1 b1", 2, 1);
        PodBuilder pod = foo(over(ZONE));
        String all = "a1 a2 b1 b2 bare";
        PodBuilder more = running("foo", "b2", 9);
        check(tester.whatIf(pod), all, "b1 b2", "bare");
        check(tester.whatIf(pod, comes(more)), all, "a1 a2 b1 b2", "bare");
        check(tester.whatIf(pod, goes(running("foo", "a1", 0))), all, "a1 a2 b1 b2", "bare");
        check(tester.whatIf(pod, comes(more), goes(more)), all, "b1 b2", "bare");
        // The counts of the cluster do not change.
        check(tester.schedule(pod), all, "b1 b2", "bare");
    }

    @Test
    void aPodThatDoesNotCountMovesNothing() {
        PluginTester tester = with(zones(), "a1 b1", 2, 1);
        PodBuilder pod = foo(over(ZONE).taintsPolicy("Honor"));
        String all = "a1 a2 b1 b2 bare";
        PodBuilder more = running("foo", "b2", 9);
        check(tester.whatIf(pod, comes(more.namespace("other"))), all, "b1 b2", "bare");
        check(tester.whatIf(pod, comes(running("bar", "b2", 9))), all, "b1 b2", "bare");
        check(tester.whatIf(pod, comes(running("foo", "bare", 9))), all, "b1 b2", "bare");
        tester.nodes(node("b2").zone("b").taint("k", "", "NoSchedule"));
        check(tester.whatIf(pod, comes(running("foo", "b2", 9))), all, "b1 b2", "bare");
    }

    @Test
    void inAWhatIfPodsGoingAwayAndEmptySelectorsCount() {
        PluginTester tester = with(zones(), "a1", 1);
        PodBuilder going = running("foo", "a2", 5).terminating();
        tester.running(going);
        tester.schedule(foo(over(ZONE))).rejects("a1", SKEWED);
        tester.whatIf(foo(over(ZONE)), goes(going)).passes("a1");
        PodBuilder other = running("bar", "a1", 6);
        tester.whatIf(foo(spread(ZONE).ofAll()), comes(other)).rejects("a1", SKEWED);
    }

    @Test
    void aWhatIfFollowsTheTwoEmptiestDomainsOnly() {
        // Zones with 1, 2 and 3 pods: x and y are tracked as the lowest, z is not.
        PluginTester tester = with(tester(node("x"), node("y"), node("z")), "x y z", 1, 2, 3);
        var steps = new ArrayList<PluginTester.Step>();
        for (int i = 0; i < 5; i++) {
            steps.add(comes(running("foo", "x", 10 + i)));
        }
        steps.add(comes(running("foo", "y", 10)));
        steps.add(comes(running("foo", "y", 11)));
        // The counts are 6, 4 and 3; a new count would find z the lowest and y too full.
        check(what(tester, steps), "x y z", "y z", "");
        steps.add(comes(running("foo", "z", 10)));
        steps.add(goes(running("foo", "z", 10)));
        // After a change, z is tracked.
        check(what(tester, steps), "x y z", "z", "");
    }

    private static PluginResults what(PluginTester tester, List<PluginTester.Step> steps) {
        return tester.whatIf(foo(over(HOST)), steps.toArray(PluginTester.Step[]::new));
    }

    record Hint(
            String name,
            PodBuilder unschedulable,
            ClusterEvent event,
            ObjectChange change,
            boolean requeues) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Hint podComes(String name, PodBuilder pod, boolean requeues) {
        var change = ObjectChange.added(pod.build());
        return new Hint(name, foo(over(ZONE)), ClusterEvent.ASSIGNED_POD_ADD, change, requeues);
    }

    private static Hint podGoes(String name, PodBuilder pod, boolean requeues) {
        var change = ObjectChange.removed(pod.build());
        return new Hint(name, foo(over(ZONE)), ClusterEvent.ASSIGNED_POD_DELETE, change, requeues);
    }

    private static Hint relabeled(String name, PodBuilder from, PodBuilder to, boolean requeues) {
        var event = ClusterEvent.of(ClusterEvent.ASSIGNED_POD, ClusterEvent.UPDATE_POD_LABEL);
        var change = ObjectChange.updated(from.build(), to.build());
        return new Hint(name, foo(over(ZONE)), event, change, requeues);
    }

    private static Hint tolerates(String name, SpreadBuilder constraint, boolean requeues) {
        PodBuilder unschedulable = foo(constraint);
        var event = ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_TOLERATION);
        var change =
                ObjectChange.updated(
                        unschedulable.build(),
                        foo(constraint).toleration("k", "Exists", "", "").build());
        return new Hint(name, unschedulable, event, change, requeues);
    }

    private static Hint nodeComes(String name, NodeBuilder node, boolean requeues) {
        var change = ObjectChange.added(node.build());
        return new Hint(name, foo(over(ZONE)), ClusterEvent.NODE_ADD, change, requeues);
    }

    private static Hint nodeGoes(String name, NodeBuilder node, boolean requeues) {
        var change = ObjectChange.removed(node.build());
        return new Hint(name, foo(over(ZONE)), ClusterEvent.NODE_DELETE, change, requeues);
    }

    private static Hint nodeChanges(
            String name, int what, NodeBuilder from, NodeBuilder to, boolean requeues) {
        var change = ObjectChange.updated(from.build(), to.build());
        var event = ClusterEvent.of(ClusterEvent.NODE, what);
        return new Hint(name, foo(over(ZONE), over(HOST)), event, change, requeues);
    }

    static List<Hint> hints() {
        NodeBuilder zoned = node("n").zone("a");
        PodBuilder there = running("foo", "n", 0);
        PodBuilder other = running("bar", "n", 0).uid("default/foo-n-0");
        int label = ClusterEvent.UPDATE_NODE_LABEL;
        int taint = ClusterEvent.UPDATE_NODE_TAINT;
        return List.of(
                podComes("a pod that counts comes", there, true),
                podComes("one that has only a nomination", foo().uid("x").nominated("n"), true),
                podComes("one that has no place", foo().uid("x"), false),
                podComes("one of another namespace", there.namespace("b"), false),
                podComes("one of another app", other, false),
                podGoes("a pod that counts goes", running("foo", "n", 0), true),
                podGoes("one of another app goes", other, false),
                relabeled("a pod begins to count", other, running("foo", "n", 0), true),
                relabeled("a pod counts no more", running("foo", "n", 0), other, true),
                relabeled(
                        "it counted before",
                        running("foo", "n", 0),
                        running("foo", "n", 0).label("a", "b"),
                        false),
                relabeled("a pod without a node", bar().uid("x"), foo().uid("x"), false),
                relabeled("the pod itself needs no node", bar(), foo(), true),
                relabeled("the pod itself, alike", foo(), foo().label("a", "b"), false),
                tolerates("tolerations that count", over(ZONE).taintsPolicy("Honor"), true),
                tolerates("tolerations that do not", over(ZONE), false),
                nodeComes("a node with the label comes", zoned, true),
                nodeComes("one without", node("n"), false),
                nodeGoes("a node with the label goes", zoned, true),
                nodeGoes("one without goes", node("n"), false),
                nodeChanges("a node gets the label", label, node("n"), zoned, true),
                nodeChanges("it loses it", label, zoned, node("n"), true),
                nodeChanges("it moves", label, zoned, node("n").zone("b"), true),
                nodeChanges(
                        "another label changes",
                        label,
                        zoned,
                        node("n").zone("a").label("x", ""),
                        false),
                nodeChanges(
                        "its taints change",
                        taint,
                        zoned,
                        node("n").zone("a").taint("k", "", "NoSchedule"),
                        true),
                nodeChanges(
                        "taints of a node that does not count",
                        taint,
                        node("n"),
                        node("n").taint("k", "", "NoSchedule"),
                        false),
                nodeChanges(
                        "one label of two is not enough",
                        label,
                        node("n").withoutLabel(HOST),
                        node("n").withoutLabel(HOST).zone("a"),
                        false));
    }

    @ParameterizedTest
    @MethodSource("hints")
    void onlyWhatMovesACountRequeuesThePod(Hint each) {
        assertThat(PluginTester.of(provider).requeues(each.unschedulable, each.event, each.change))
                .isEqualTo(each.requeues);
    }

    @Test
    void otherEventsRequeueNoPod() {
        PluginTester tester = PluginTester.of(provider);
        var bigger = ObjectChange.updated(node("n").zone("a").build(), node("n").zone("a").build());
        for (int what :
                List.of(ClusterEvent.UPDATE_NODE_ALLOCATABLE, ClusterEvent.UPDATE_NODE_CONDITION)) {
            assertThat(
                            tester.requeues(
                                    foo(over(ZONE)),
                                    ClusterEvent.of(ClusterEvent.NODE, what),
                                    bigger))
                    .isFalse();
        }
    }

    @Test
    void aSelectorThatCannotBeReadIsRequeuedByAnything() {
        // The queue treats an exception as Queue.
        PodBuilder unschedulable = foo(spread(ZONE).where("app", "Foo", "x"));
        assertThatThrownBy(() ->
                        PluginTester.of(provider)
                                .requeues(
                                        unschedulable,
                                        ClusterEvent.NODE_ADD,
                                        ObjectChange.added(node("n").build())))
                .hasMessage("\"Foo\" is not a valid label selector operator");
    }

    @Test
    void queueingHintsFollowTheDefaults() {
        PluginTester tester =
                PluginTester.of(provider, listed(spread(ZONE)))
                        .objects(service("s", Labels.of("app", "foo")));
        var comes = ObjectChange.added(running("foo", "n", 0).build());
        assertThat(tester.requeues(foo(), ClusterEvent.ASSIGNED_POD_ADD, comes)).isTrue();
        // Without constraints, every node has all required labels, and no pod counts.
        assertThat(tester.requeues(bar(), ClusterEvent.ASSIGNED_POD_ADD, comes)).isFalse();
        var bare = ObjectChange.added(node("n").build());
        assertThat(tester.requeues(bar(), ClusterEvent.NODE_ADD, bare)).isTrue();
        assertThat(tester.requeues(foo(), ClusterEvent.NODE_ADD, bare)).isFalse();
    }

    private List<String> problems(SpreadArgs args) {
        var problems = new ArrayList<String>();
        provider.check(
                args,
                gate -> false,
                (path, value, problem) -> problems.add(path + " " + value + ": " + problem));
        return problems;
    }

    @Test
    void theDefaultsAreFine() {
        assertThat(problems(provider.defaults())).isEmpty();
        assertThat(problems(listed(spread(ZONE).maxSkew(5).soft(), spread(ZONE)))).isEmpty();
    }

    @Test
    void badArgumentsAreReportedWithTheirPath() {
        assertThat(
                        problems(
                                new SpreadArgs(
                                        List.of(spread(ZONE).build()),
                                        SpreadArgs.DefaultingType.SYSTEM)))
                .containsExactly("defaultingType System: when .defaultConstraints are not empty");
        assertThat(
                        problems(
                                listed(
                                        spread(ZONE).maxSkew(0),
                                        spread("").soft(),
                                        spread("a b"),
                                        spread("k").whenUnsatisfiable("Maybe"),
                                        spread("l").whenUnsatisfiable(""),
                                        over("m"),
                                        spread(ZONE))))
                .satisfiesExactly(
                        each ->
                                assertThat(each)
                                        .isEqualTo(
                                                "defaultConstraints[0].maxSkew 0: not in valid"
                                                        + " range (0, inf)"),
                        each -> assertThat(each).startsWith("defaultConstraints[1].topologyKey"),
                        each -> assertThat(each).startsWith("defaultConstraints[2].topologyKey"),
                        each ->
                                assertThat(each)
                                        .startsWith("defaultConstraints[3].whenUnsatisfiable"),
                        each ->
                                assertThat(each)
                                        .startsWith("defaultConstraints[4].whenUnsatisfiable"),
                        each -> assertThat(each).startsWith("defaultConstraints[5].labelSelector"),
                        each -> assertThat(each).startsWith("defaultConstraints[6]"));
    }
}
