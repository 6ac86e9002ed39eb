package dev.berth.plugins.interpodaffinity;

import static dev.berth.testkit.Build.namespace;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.term;
import static dev.berth.testkit.PluginTester.Step.comes;
import static dev.berth.testkit.PluginTester.Step.goes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Labels;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Score;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.TermBuilder;
import dev.berth.testkit.TestContext;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;

class InterPodAffinityTest {
    private static final String NOT_NEAR = "node(s) didn't match pod affinity rules";
    private static final String TOO_NEAR = "node(s) didn't match pod anti-affinity rules";
    private static final String EXISTING_ANTI_AFFINITY =
            "node(s) didn't satisfy existing pods anti-affinity rules";
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String ALL = "a1 a2 b1 bare";

    private final InterPodAffinity.Provider provider = new InterPodAffinity.Provider();

    /// Nodes a1 and a2 are in zone a, b1 is in zone b, and `bare` is in no zone.
    private PluginTester tester() {
        return tester(provider.defaults());
    }

    private PluginTester tester(InterPodAffinityArgs args) {
        return PluginTester.of(provider, args)
                .nodes(
                        node("a1").zone("a"),
                        node("a2").zone("a"),
                        node("b1").zone("b"),
                        node("bare"));
    }

    private static PodBuilder app(String app) {
        return pod(app).label("app", app);
    }

    private static PodBuilder web() {
        return app("web");
    }

    private static TermBuilder zoneOf(String app) {
        return term(ZONE).of("app", app);
    }

    private static TermBuilder hostOf(String app) {
        return term(HOST).of("app", app);
    }

    /// Asserts that the listed nodes pass and that all others are rejected for this reason.
    private static void check(PluginResults result, String passing, String reason) {
        for (String name : ALL.split(" ")) {
            if (List.of(passing.split(" ")).contains(name)) {
                result.passes(name);
            } else if (reason.equals(NOT_NEAR)) {
                result.rejectsUnresolvable(name, reason);
            } else {
                result.rejects(name, reason).rejectsUnschedulable(name);
            }
        }
    }

    record Case(String name, PodBuilder pod, String passing, String reason) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// One pod of the app `db` runs on a1.
    static List<Case> required() {
        return List.of(
                new Case("in its zone", web().near(zoneOf("db")), "a1 a2", NOT_NEAR),
                new Case("on its host", web().near(hostOf("db")), "a1", NOT_NEAR),
                new Case("near no pods", web().near(term(ZONE)), "", NOT_NEAR),
                new Case("near any pod", web().near(term(ZONE).ofAll()), "a1 a2", NOT_NEAR),
                new Case("near another", web().near(zoneOf("mail")), "", NOT_NEAR),
                new Case(
                        "near what is not another",
                        web().near(term(ZONE).where("app", "NotIn", "mail")),
                        "a1 a2",
                        NOT_NEAR),
                new Case(
                        "near one of another namespace",
                        web().namespace("other").near(zoneOf("db")),
                        "",
                        NOT_NEAR),
                new Case(
                        "in its zone and on its host",
                        web().near(zoneOf("db")).near(hostOf("db")),
                        "a1",
                        NOT_NEAR),
                new Case(
                        "one pod must meet all terms",
                        web().near(zoneOf("db")).near(zoneOf("mail")),
                        "",
                        NOT_NEAR),
                new Case("by a label no node has", web().near(term("rack").ofAll()), "", NOT_NEAR),
                new Case("out of its zone", web().away(zoneOf("db")), "b1 bare", TOO_NEAR),
                new Case("off its host", web().away(hostOf("db")), "a2 b1 bare", TOO_NEAR),
                new Case("away from no pods", web().away(term(ZONE)), ALL, TOO_NEAR),
                new Case("away from any pod", web().away(term(ZONE).ofAll()), "b1 bare", TOO_NEAR),
                new Case(
                        "away from some, each term counts",
                        web().away(zoneOf("mail")).away(hostOf("db")),
                        "a2 b1 bare",
                        TOO_NEAR),
                new Case(
                        "away by a label no node has",
                        web().away(term("rack").ofAll()),
                        ALL,
                        TOO_NEAR));
    }

    @ParameterizedTest
    @MethodSource("required")
    void requiredTermsHold(Case each) {
        check(tester().running(app("db").on("a1")).schedule(each.pod), each.passing, each.reason);
    }

    @Test
    void affinityIsReportedBeforeAntiAffinityAndExistingPodsLast() {
        PodBuilder guard = pod("guard").on("b1").label("app", "db").away(zoneOf("web"));
        PluginTester tester = tester().running(app("db").on("a1"), guard);
        tester.schedule(web().near(zoneOf("db")).away(hostOf("db")))
                .rejects("a1", TOO_NEAR)
                .passes("a2")
                .rejects("b1", TOO_NEAR)
                .rejectsUnresolvable("bare", NOT_NEAR);
        tester.schedule(web().near(zoneOf("db")))
                .passes("a1", "a2")
                .rejects("b1", EXISTING_ANTI_AFFINITY);
    }

    @Test
    void podsGoingAwayCountUntilTheyAreGone() {
        PluginTester tester = tester().running(app("db").on("a1").terminating());
        check(tester.schedule(web().near(zoneOf("db"))), "a1 a2", NOT_NEAR);
        check(tester.schedule(web().away(zoneOf("db"))), "b1 bare", TOO_NEAR);
        tester.removed(app("db"));
        check(tester.schedule(web().near(zoneOf("db"))), "", NOT_NEAR);
        check(tester.schedule(web().away(zoneOf("db"))), ALL, TOO_NEAR);
    }

    @Test
    void countsFollowTheLabelsOfNodes() {
        PluginTester tester = tester().running(app("db").on("a1"));
        check(tester.schedule(web().near(zoneOf("db"))), "a1 a2", NOT_NEAR);
        tester.nodes(node("a1").zone("b"));
        check(tester.schedule(web().near(zoneOf("db"))), "a1 b1", NOT_NEAR);
        tester.nodes(node("a1"));
        check(tester.schedule(web().near(zoneOf("db"))), "", NOT_NEAR);
    }

    record First(String name, List<PodBuilder> running, PodBuilder pod, String passing) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<First> firsts() {
        PodBuilder near = web().near(zoneOf("web"));
        PodBuilder both =
                web().label("tier", "x").near(zoneOf("web")).near(term(HOST).of("tier", "x"));
        return List.of(
                new First("no pod of its kind yet", List.of(), near, "a1 a2 b1"),
                new First("not of its own kind", List.of(), web().near(zoneOf("db")), ""),
                new First("a pod of its kind runs", List.of(web().uid("w").on("b1")), near, "b1"),
                new First(
                        "a pod on a node without the label",
                        List.of(web().uid("w").on("bare")),
                        near,
                        "a1 a2 b1"),
                new First(
                        "a pod that matches one term of two",
                        List.of(web().uid("w").on("a1")),
                        both,
                        "a1 a2 b1"),
                new First(
                        "a pod that matches both",
                        List.of(web().uid("w").label("tier", "x").on("a1")),
                        both,
                        "a1"),
                new First(
                        "its own kind in another namespace",
                        List.of(),
                        web().near(zoneOf("web").in("other")),
                        ""),
                new First(
                        "its own namespace by name",
                        List.of(),
                        web().near(zoneOf("web").in("default")),
                        "a1 a2 b1"),
                new First(
                        "in a topology that nodes lack",
                        List.of(),
                        web().near(zoneOf("web")).near(term("rack").of("app", "web")),
                        ""));
    }

    @ParameterizedTest
    @MethodSource("firsts")
    void thePodMayStartItsOwnKind(First each) {
        PluginTester tester = tester().running(each.running.toArray(PodBuilder[]::new));
        check(tester.schedule(each.pod), each.passing, NOT_NEAR);
    }

    @Test
    void runningPodsKeepOthersAway() {
        PluginTester tester = tester().running(pod("guard").on("a1").away(zoneOf("web")));
        check(tester.schedule(web()), "b1 bare", EXISTING_ANTI_AFFINITY);
        tester.schedule(app("db")).skipsFilter();
        tester.running(pod("second").on("a2").away(zoneOf("web")));
        tester.removed(pod("guard"));
        check(tester.schedule(web()), "b1 bare", EXISTING_ANTI_AFFINITY);
        tester.nodes(node("a2").zone("b"));
        check(tester.schedule(web()), "a1 bare", EXISTING_ANTI_AFFINITY);
        tester.removed(pod("second"));
        tester.schedule(web()).skipsFilter();
    }

    @Test
    void runningPodsCannotKeepOthersAwayWhereTheLabelIsMissing() {
        tester().running(pod("guard").on("bare").away(zoneOf("web"))).schedule(web()).skipsFilter();
    }

    @Test
    void aPodWithoutRequiredTermsIsNotLookedAt() {
        PluginTester tester = tester().running(app("db").on("a1").near(zoneOf("web")));
        tester.schedule(web()).skipsFilter();
        tester.schedule(web().ratherNear(5, zoneOf("db"))).skipsFilter();
    }

    /// Pods of `db` run on a1 in the namespace `red`, labeled team=red, and on b1 in `plain`, which
    /// is unknown.
    record Where(String name, TermBuilder term, String passing) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Where> namespaces() {
        return List.of(
                new Where("the pod's own", zoneOf("db"), ""),
                new Where("by name", zoneOf("db").in("red"), "a1 a2"),
                new Where("by names", zoneOf("db").in("red", "plain"), "a1 a2 b1"),
                new Where("all", zoneOf("db").inAllNamespaces(), "a1 a2 b1"),
                new Where("by label", zoneOf("db").inNamespacesWith("team", "In", "red"), "a1 a2"),
                new Where(
                        "by name and label",
                        zoneOf("db").in("plain").inNamespacesWith("team", "Exists"),
                        "a1 a2 b1"),
                new Where(
                        "by a label none has",
                        zoneOf("db").inNamespacesWith("team", "In", "blue"),
                        ""),
                new Where(
                        "by a label it must not have",
                        zoneOf("db").inNamespacesWith("team", "NotIn", "red"),
                        ""),
                new Where(
                        "by a label that must be missing",
                        zoneOf("db").inNamespacesWith("team", "DoesNotExist"),
                        ""),
                new Where(
                        "by one it must have and one it must not",
                        zoneOf("db")
                                .inNamespacesWith("team", "Exists")
                                .inNamespacesWith("x", "DoesNotExist"),
                        "a1 a2"));
    }

    private PluginTester inTwoNamespaces() {
        return tester().objects(namespace("red", Labels.of("team", "red")))
                .running(
                        app("db").namespace("red").on("a1"), app("db").namespace("plain").on("b1"));
    }

    @ParameterizedTest
    @MethodSource("namespaces")
    void termsOfThePodSelectNamespaces(Where each) {
        check(inTwoNamespaces().schedule(web().near(each.term)), each.passing, NOT_NEAR);
        // The inverse for anti-affinity.
        String[] rejecting = each.passing.split(" ");
        PluginResults away = inTwoNamespaces().schedule(web().away(each.term));
        for (String name : ALL.split(" ")) {
            if (List.of(rejecting).contains(name)) {
                away.rejects(name, TOO_NEAR);
            } else {
                away.passes(name);
            }
        }
    }

    @Test
    void namespacesAreAsTheyAreNow() {
        PluginTester tester = inTwoNamespaces();
        PodBuilder pod = web().near(zoneOf("db").inNamespacesWith("team", "In", "red"));
        check(tester.schedule(pod), "a1 a2", NOT_NEAR);
        tester.objects(namespace("plain", Labels.of("team", "red")));
        check(tester.schedule(pod), "a1 a2 b1", NOT_NEAR);
        tester.objects(namespace("red", Labels.NONE));
        check(tester.schedule(pod), "b1", NOT_NEAR);
        tester.removed(namespace("plain", Labels.NONE));
        check(tester.schedule(pod), "", NOT_NEAR);
    }

    /// A pod in the namespace `home` has anti-affinity to `web` in zone a, in the namespaces of its
    /// term.
    record Kept(String name, TermBuilder term, String namespace, boolean kept) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Kept> kept() {
        return List.of(
                new Kept("its own", zoneOf("web"), "home", true),
                new Kept("not another", zoneOf("web"), "red", false),
                new Kept("by name", zoneOf("web").in("red"), "red", true),
                new Kept("not its own unless named", zoneOf("web").in("red"), "home", false),
                new Kept("all", zoneOf("web").inAllNamespaces(), "plain", true),
                new Kept(
                        "by label",
                        zoneOf("web").inNamespacesWith("team", "In", "red"),
                        "red",
                        true),
                new Kept(
                        "by a label it lacks",
                        zoneOf("web").inNamespacesWith("team", "In", "red"),
                        "plain",
                        false),
                // In this case, the labels of the namespace are evaluated.
                new Kept(
                        "by a label it must not have, but has",
                        zoneOf("web").inNamespacesWith("team", "NotIn", "red"),
                        "red",
                        false),
                new Kept(
                        "by a label it must not have",
                        zoneOf("web").inNamespacesWith("team", "NotIn", "red"),
                        "plain",
                        true));
    }

    @ParameterizedTest
    @MethodSource("kept")
    void termsOfRunningPodsSelectNamespaces(Kept each) {
        PluginTester tester =
                tester().objects(namespace("red", Labels.of("team", "red")))
                        .running(pod("guard").namespace("home").on("a1").away(each.term));
        PluginResults result = tester.schedule(web().namespace(each.namespace));
        if (each.kept) {
            check(result, "b1 bare", EXISTING_ANTI_AFFINITY);
        } else {
            result.skipsFilter();
        }
    }

    @Test
    void termsOfRunningPodsFollowTheLabelsOfNamespaces() {
        TermBuilder term = zoneOf("web").inNamespacesWith("team", "In", "red");
        PluginTester tester = tester().running(pod("guard").on("a1").away(term));
        tester.schedule(web()).skipsFilter();
        tester.objects(namespace("default", Labels.of("team", "red")));
        check(tester.schedule(web()), "b1 bare", EXISTING_ANTI_AFFINITY);
        tester.objects(namespace("default", Labels.of("team", "blue")));
        tester.schedule(web()).skipsFilter();
    }

    @Test
    void invalidTermsRejectThePod() {
        TermBuilder bad = term(ZONE).where("app", "Foo", "x");
        String why = "\"Foo\" is not a valid label selector operator";
        tester().schedule(web().near(bad)).rejectsPod("parsing pod: requiredAffinityTerms: " + why);
        tester().schedule(web().away(bad))
                .rejectsPod("parsing pod: requiredAntiAffinityTerms: " + why);
        tester().schedule(web().ratherNear(1, bad))
                .rejectsPod("parsing pod: preferredAffinityTerms: " + why);
        tester().schedule(web().ratherAway(1, bad))
                .rejectsPod("parsing pod: preferredAntiAffinityTerms: " + why);
        tester().schedule(web().near(bad).ratherAway(1, bad))
                .rejectsPod(
                        "parsing pod: [requiredAffinityTerms: %s, preferredAntiAffinityTerms: %s]"
                                .formatted(why, why));
        // Of an assigned pod, only the list with the invalid term is ignored.
        PodBuilder guard = pod("guard").on("a1").near(bad).away(zoneOf("web"));
        check(tester().running(guard).schedule(web()), "b1 bare", EXISTING_ANTI_AFFINITY);
    }

    @Test
    void withoutPreFilterOrPreScoreItIsAnError() {
        assertThatThrownBy(() -> tester().scheduleWithoutPrePoints(web().near(zoneOf("db"))))
                .hasMessage(
                        "error reading \"PreFilterInterPodAffinity\" from cycleState: not found");
        var plugin = new InterPodAffinity(provider.defaults(), new TestContext());
        PluginTester alone =
                PluginTester.of(
                        (Score) (cycle, feasible) -> plugin.scorerWithoutPreScore(cycle, feasible));
        assertThatThrownBy(() -> alone.schedule(web()))
                .hasMessage(
                        "failed to read \"PreScoreInterPodAffinity\" from cycleState: not found");
        PluginTester scoreOnly =
                PluginTester.of((Score) (cycle, feasible) -> plugin.scorerFor(cycle, feasible));
        assertThatThrownBy(
                        () -> scoreOnly.schedule(web().near(term(ZONE).where("app", "Foo", "x"))))
                .hasMessage(
                        "failed to parse pod: requiredAffinityTerms: \"Foo\" is not a valid label"
                                + " selector operator");
    }

    @Test
    void preferredTermsAddUp() {
        PluginTester.of(provider)
                .nodes(
                        node("china").label("region", "China"),
                        node("india").label("region", "India"),
                        node("none"))
                .running(
                        pod("s1").label("security", "S1").on("china"),
                        pod("s2").label("security", "S2").on("india"))
                .schedule(
                        pod("p").ratherNear(8, term("region").where("security", "In", "S2"))
                                .ratherNear(2, term("region").where("security", "Exists")))
                .scores("china", 20)
                .scores("india", 100)
                .scores("none", 0);
    }

    @Test
    void everyPodThatIsMeantCounts() {
        PluginTester tester =
                tester().running(
                                app("db").on("a1"),
                                app("db").uid("2").on("a2"),
                                app("db").uid("3").on("b1"));
        tester.schedule(web().ratherNear(5, zoneOf("db")))
                .scores("a1", 100)
                .scores("a2", 100)
                .scores("b1", 50)
                .scores("bare", 0);
        tester.schedule(web().ratherAway(5, zoneOf("db")))
                .scores("a1", 0)
                .scores("b1", 50)
                .scores("bare", 100);
        // 10 and 5 by zone, and 7 more by host.
        tester.schedule(web().ratherNear(5, zoneOf("db")).ratherNear(7, hostOf("db")))
                .scores("a1", 100)
                .scores("b1", 70)
                .scores("bare", 0);
    }

    @Test
    void requiredAffinityOfRunningPodsCountsItsWeight() {
        PodBuilder first = pod("r1").on("a1").near(zoneOf("web"));
        PodBuilder second = pod("r2").on("b1").near(zoneOf("web"));
        tester().running(first, second)
                .schedule(web())
                .scores("a1", 100)
                .scores("a2", 100)
                .scores("b1", 100)
                .scores("bare", 0);
        tester(new InterPodAffinityArgs(0, false))
                .running(first, second)
                .schedule(web())
                .skipsScore();
        // 50 in zone a, and 100 in zone b.
        tester(new InterPodAffinityArgs(50, false))
                .running(first, second, pod("r3").on("b1").ratherNear(50, zoneOf("web")))
                .schedule(web())
                .scores("a1", 50)
                .scores("b1", 100);
        // The required terms of the pod are not preferences.
        tester().running(app("db").on("a1")).schedule(web().near(zoneOf("db"))).skipsScore();
    }

    @Test
    void preferredTermsOfRunningPodsCountForThoseTheyMean() {
        PluginTester tester =
                tester().running(
                                pod("r1").on("a1").ratherNear(10, zoneOf("web")),
                                pod("r2").on("b1").ratherAway(10, zoneOf("web")));
        tester.schedule(web()).scores("a1", 100).scores("b1", 0).scores("bare", 50);
        tester.schedule(app("db")).skipsScore();
        tester.schedule(web().namespace("other")).skipsScore();
        tester.removed(pod("r2"));
        tester.schedule(web()).scores("a1", 100).scores("b1", 0).scores("bare", 0);
    }

    @Test
    void requiredAntiAffinityOfRunningPodsIsNotScored() {
        tester().running(pod("r").on("a1").away(zoneOf("web"))).schedule(web()).skipsScore();
    }

    @Test
    void wishesThatCancelEachOtherAreStillWishes() {
        tester().running(
                        pod("r1").on("a1").ratherNear(5, zoneOf("web")),
                        pod("r2").on("a2").ratherAway(5, zoneOf("web")))
                .schedule(web())
                .scores("a1", 0)
                .scores("b1", 0)
                .scores("bare", 0);
    }

    @Test
    void withoutMatchingPodsNothingIsScored() {
        tester().schedule(web().ratherNear(5, zoneOf("db"))).skipsScore();
        tester().running(app("db").on("bare"))
                .schedule(web().ratherNear(5, zoneOf("db")))
                .skipsScore();
        tester().schedule(web()).skipsScore();
    }

    @Test
    void wishesOfRunningPodsCanBeIgnoredForPodsWithoutAny() {
        PluginTester tester =
                tester(new InterPodAffinityArgs(1, true))
                        .running(
                                app("db").on("a1"), pod("r").on("b1").ratherNear(3, zoneOf("web")));
        tester.schedule(web()).skipsScore();
        tester.schedule(web().ratherNear(4, zoneOf("db")))
                .scores("a1", 100)
                .scores("b1", 75)
                .scores("bare", 0);
    }

    @Test
    void sharesAreCutNotRoundedAndByWayOfDoubles() {
        tester().running(app("x").on("a1"), app("y").on("b1"))
                .schedule(web().ratherNear(100, zoneOf("x")).ratherNear(29, zoneOf("y")))
                .scores("a1", 100)
                .scores("b1", 28)
                .scores("bare", 0);
    }

    @Test
    void aPodMoreOrLessMovesAffinity() {
        PluginTester tester = tester().running(app("db").on("a1"));
        PodBuilder pod = web().near(zoneOf("db"));
        PodBuilder second = app("db").uid("2").on("b1");
        check(tester.whatIf(pod), "a1 a2", NOT_NEAR);
        check(tester.whatIf(pod, comes(second)), "a1 a2 b1", NOT_NEAR);
        check(tester.whatIf(pod, comes(second), goes(second)), "a1 a2", NOT_NEAR);
        check(tester.whatIf(pod, comes(app("db").uid("3").on("bare"))), "a1 a2", NOT_NEAR);
        check(tester.whatIf(pod, comes(app("mail").on("b1"))), "a1 a2", NOT_NEAR);
        check(tester.whatIf(pod, goes(app("db").on("a1"))), "", NOT_NEAR);
        check(tester.whatIf(pod, goes(app("db").on("a1")), comes(second)), "b1", NOT_NEAR);
        check(tester.schedule(pod), "a1 a2", NOT_NEAR);
    }

    @Test
    void thePodCanBeTheFirstAgainAfterTheLastOneIsRemoved() {
        PluginTester tester = tester().running(web().uid("w").on("a1"));
        PodBuilder last = web().uid("w").on("a1");
        PodBuilder pod = web().near(zoneOf("web")).near(hostOf("web"));
        check(tester.whatIf(pod), "a1", NOT_NEAR);
        check(tester.whatIf(pod, goes(last)), "a1 a2 b1", NOT_NEAR);
        check(tester.whatIf(pod, goes(last), comes(web().uid("v").on("b1"))), "b1", NOT_NEAR);
        PluginTester empty = tester();
        check(empty.whatIf(pod), "a1 a2 b1", NOT_NEAR);
        check(empty.whatIf(pod, comes(web().uid("v").on("b1"))), "b1", NOT_NEAR);
        // A pod that matches one of two terms does not match all terms.
        PodBuilder both =
                web().label("tier", "x").near(zoneOf("web")).near(term(HOST).of("tier", "x"));
        check(empty.whatIf(both, comes(web().uid("v").on("b1"))), "a1 a2 b1", NOT_NEAR);
    }

    @Test
    void aPodMoreOrLessMovesAntiAffinity() {
        PluginTester tester = tester().running(app("db").on("a1"));
        PodBuilder pod = web().away(zoneOf("db")).away(zoneOf("mail"));
        check(tester.whatIf(pod, goes(app("db").on("a1"))), ALL, TOO_NEAR);
        check(tester.whatIf(pod, comes(app("mail").on("b1"))), "bare", TOO_NEAR);
        check(
                tester.whatIf(pod, comes(app("db").uid("2").on("a2")), goes(app("db").on("a1"))),
                "b1 bare",
                TOO_NEAR);
        check(
                tester.whatIf(pod, comes(app("db").uid("2").namespace("other").on("b1"))),
                "b1 bare",
                TOO_NEAR);
    }

    @Test
    void aPodMoreOrLessMovesWhatOthersForbid() {
        PodBuilder guard = pod("guard").on("a1").away(zoneOf("web"));
        PluginTester tester = tester().running(guard);
        check(tester.whatIf(web()), "b1 bare", EXISTING_ANTI_AFFINITY);
        check(tester.whatIf(web(), goes(guard)), ALL, EXISTING_ANTI_AFFINITY);
        PodBuilder second = pod("second").on("b1").away(hostOf("web"));
        check(tester.whatIf(web(), comes(second)), "bare", EXISTING_ANTI_AFFINITY);
        check(
                tester.whatIf(web(), comes(second), goes(guard)),
                "a1 a2 bare",
                EXISTING_ANTI_AFFINITY);
        PodBuilder third = pod("third").on("a2").away(zoneOf("web"));
        check(tester.whatIf(web(), comes(third), goes(guard)), "b1 bare", EXISTING_ANTI_AFFINITY);
        check(
                tester.whatIf(web(), comes(pod("x").on("b1").away(zoneOf("db")))),
                "b1 bare",
                EXISTING_ANTI_AFFINITY);
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

    private static Hint podComes(
            String name, PodBuilder unschedulable, PodBuilder pod, boolean requeues) {
        var change = ObjectChange.added(pod.build());
        return new Hint(name, unschedulable, ClusterEvent.ASSIGNED_POD_ADD, change, requeues);
    }

    private static Hint podGoes(
            String name, PodBuilder unschedulable, PodBuilder pod, boolean requeues) {
        var change = ObjectChange.removed(pod.build());
        return new Hint(name, unschedulable, ClusterEvent.ASSIGNED_POD_DELETE, change, requeues);
    }

    private static Hint relabeled(
            String name,
            PodBuilder unschedulable,
            PodBuilder from,
            PodBuilder to,
            boolean requeues) {
        var event = ClusterEvent.of(ClusterEvent.ASSIGNED_POD, ClusterEvent.UPDATE_POD_LABEL);
        return new Hint(
                name,
                unschedulable,
                event,
                ObjectChange.updated(from.build(), to.build()),
                requeues);
    }

    static List<Hint> podHints() {
        PodBuilder near = web().near(zoneOf("db"));
        PodBuilder away = web().away(zoneOf("db"));
        PodBuilder nearBoth = web().near(zoneOf("db")).near(term(ZONE).of("tier", "x"));
        PodBuilder awayBoth = web().away(zoneOf("db")).away(term(ZONE).of("tier", "x"));
        PodBuilder db = app("db").on("n");
        PodBuilder mail = app("mail").uid("default/db").on("n");
        PodBuilder nearRed = web().near(zoneOf("db").inNamespacesWith("team", "In", "red"));
        return List.of(
                relabeled("the pod itself", away, away, web(), true),
                podComes("one that is meant comes", near, db, true),
                podComes("it has only a nomination", near, app("db").nominated("n"), true),
                podComes("it has no place", near, app("db"), false),
                podComes("another comes", near, mail, false),
                podComes("of another namespace", near, app("db").namespace("b").on("n"), false),
                podComes("it meets one term of two", nearBoth, db, false),
                podComes("both", nearBoth, app("db").label("tier", "x").on("n"), true),
                podComes("anti-affinity is not helped by it", away, db, false),
                podComes(
                        "one that a selector of namespaces may mean is missed",
                        nearRed,
                        app("db").namespace("red").on("n"),
                        false),
                podGoes("one that kept the pod away goes", away, db, true),
                podGoes("it had no place", away, app("db"), false),
                podGoes("another goes", away, mail, false),
                podGoes("one that met one term of two goes", awayBoth, db, true),
                podGoes("affinity is not helped by it", near, db, false),
                podGoes(
                        "one goes that did not want the pod near",
                        web(),
                        pod("guard").on("n").away(zoneOf("web")),
                        true),
                podGoes(
                        "it did not want others near",
                        web(),
                        pod("guard").on("n").away(zoneOf("db")),
                        false),
                podGoes(
                        "one of its two terms did not want the pod near",
                        web(),
                        pod("guard").on("n").away(zoneOf("web")).away(zoneOf("db")),
                        true),
                relabeled("one begins to be meant", near, mail, db, true),
                relabeled("it was meant before", near, db, app("db").label("a", "").on("n"), false),
                relabeled("it is meant no more", near, db, mail, false),
                relabeled("one keeps the pod away no more", away, db, mail, true),
                relabeled("one meets neither of two terms any more", awayBoth, db, mail, true),
                relabeled("it still does", away, db, app("db").label("a", "").on("n"), false),
                relabeled("it begins to", away, mail, db, false),
                relabeled("a pod without a node", near, app("mail"), app("db"), false));
    }

    @ParameterizedTest
    @MethodSource("podHints")
    void onlyPodsThatMayHelpRequeueThePod(Hint each) {
        assertThat(PluginTester.of(provider).requeues(each.unschedulable, each.event, each.change))
                .isEqualTo(each.requeues);
    }

    private static Hint nodeComes(
            String name, PodBuilder unschedulable, NodeBuilder node, boolean requeues) {
        var change = ObjectChange.added(node.build());
        return new Hint(name, unschedulable, ClusterEvent.NODE_ADD, change, requeues);
    }

    private static Hint nodeChanges(
            String name,
            PodBuilder unschedulable,
            NodeBuilder from,
            NodeBuilder to,
            boolean requeues) {
        var event = ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_LABEL);
        return new Hint(
                name,
                unschedulable,
                event,
                ObjectChange.updated(from.build(), to.build()),
                requeues);
    }

    static List<Hint> nodeHints() {
        PodBuilder near = web().near(zoneOf("db"));
        PodBuilder away = web().away(zoneOf("db"));
        NodeBuilder zoned = node("n").zone("a");
        return List.of(
                nodeComes("a node with the label comes", near, zoned, true),
                nodeComes("one without", near, node("n"), false),
                nodeComes("any node helps anti-affinity", away, node("n"), true),
                nodeComes("it does not help a pod without terms", web(), zoned, false),
                nodeChanges("the label comes", near, node("n"), zoned, true),
                nodeChanges("the label changes", near, zoned, node("n").zone("b"), true),
                nodeChanges("the label goes", near, zoned, node("n"), false),
                nodeChanges(
                        "another changes", near, zoned, node("n").zone("a").label("x", ""), false),
                nodeChanges("away: the label comes", away, node("n"), zoned, false),
                nodeChanges("away: the label changes", away, zoned, node("n").zone("b"), true),
                nodeChanges("away: the label goes", away, zoned, node("n"), true),
                nodeChanges(
                        "away: another changes",
                        away,
                        zoned,
                        node("n").zone("a").label("x", ""),
                        false));
    }

    @ParameterizedTest
    @MethodSource("nodeHints")
    void onlyNodesThatMayHelpRequeueThePod(Hint each) {
        assertThat(PluginTester.of(provider).requeues(each.unschedulable, each.event, each.change))
                .isEqualTo(each.requeues);
    }

    @Test
    void termsThatCannotBeReadAreRequeuedByAnything() {
        // The queue treats an exception as Queue.
        PodBuilder unschedulable = web().near(term(ZONE).where("app", "Foo", "x"));
        PluginTester tester = PluginTester.of(provider);
        assertThatThrownBy(() ->
                        tester.requeues(
                                unschedulable,
                                ClusterEvent.NODE_ADD,
                                ObjectChange.added(node("n").build())))
                .hasMessageContaining("not a valid label selector operator");
        assertThatThrownBy(() ->
                        tester.requeues(
                                unschedulable,
                                ClusterEvent.ASSIGNED_POD_ADD,
                                ObjectChange.added(app("db").on("n").build())))
                .hasMessageContaining("not a valid label selector operator");
    }

    @Test
    void hintsReadWhatIsRequiredAlone() {
        PodBuilder unschedulable =
                web().away(zoneOf("db")).ratherNear(1, term(ZONE).where("app", "Foo", "x"));
        PodBuilder guard =
                pod("guard").on("n").away(zoneOf("web")).near(term(ZONE).where("app", "Foo", "x"));
        PluginTester tester = PluginTester.of(provider);
        ClusterEvent goes = ClusterEvent.ASSIGNED_POD_DELETE;
        assertThat(
                        tester.requeues(
                                unschedulable,
                                goes,
                                ObjectChange.removed(app("mail").on("n").build())))
                .isFalse();
        assertThat(
                        tester.requeues(
                                unschedulable,
                                goes,
                                ObjectChange.removed(app("db").on("n").build())))
                .isTrue();
        assertThat(tester.requeues(app("mail"), goes, ObjectChange.removed(guard.build())))
                .isFalse();
        assertThat(tester.requeues(web(), goes, ObjectChange.removed(guard.build()))).isTrue();
    }

    @Test
    void nodesThatGoRequeueNoPod() {
        var gone = ObjectChange.removed(node("n").zone("a").build());
        assertThat(
                        PluginTester.of(provider)
                                .requeues(web().away(zoneOf("db")), ClusterEvent.NODE_DELETE, gone))
                .isFalse();
    }

    @Test
    void badArgumentsAreReportedWithTheirPath() {
        assertThat(problems(provider.defaults())).isEmpty();
        assertThat(problems(new InterPodAffinityArgs(0, true))).isEmpty();
        assertThat(problems(new InterPodAffinityArgs(100, true))).isEmpty();
        assertThat(problems(new InterPodAffinityArgs(-1, false)))
                .containsExactly("hardPodAffinityWeight -1: not in valid range [0, 100]");
        assertThat(problems(new InterPodAffinityArgs(101, false)))
                .containsExactly("hardPodAffinityWeight 101: not in valid range [0, 100]");
    }

    private List<String> problems(InterPodAffinityArgs args) {
        var problems = new ArrayList<String>();
        provider.check(
                args,
                gate -> false,
                (path, value, problem) -> problems.add(path + " " + value + ": " + problem));
        return problems;
    }
}
